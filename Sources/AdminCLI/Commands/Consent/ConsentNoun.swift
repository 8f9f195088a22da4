// SPDX-License-Identifier: MIT

/// `consent`: what people agreed to, and the proof of it.
enum ConsentNoun {
  static let noun = Noun("consent", "What people agreed to, whether ads may load, and the proof.") {
    [
      ConsentSet.command, ConsentImport.command, ConsentShow.command, ConsentList.command,
      ConsentHistory.command,
      ConsentWithdraw.command, ConsentErase.command, ConsentDecode.command, ConsentHead.command,
      ConsentVerify.command, ConsentExport.command, ConsentRekey.command,
    ]
  }
}
