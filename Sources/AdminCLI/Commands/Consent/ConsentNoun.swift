// SPDX-License-Identifier: MIT

/// `consent`: what people agreed to, and the proof of it.
enum ConsentNoun {
  static let noun = Noun(
    "consent", "What people agreed to, whether ads may load, and the proof.",
    [
      "set": { ConsentSet.command }, "import": { ConsentImport.command },
      "show": { ConsentShow.command }, "ask": { ConsentAsk.command },
      "list": { ConsentList.command },
      "history": { ConsentHistory.command }, "withdraw": { ConsentWithdraw.command },
      "erase": { ConsentErase.command }, "decode": { ConsentDecode.command },
      "head": { ConsentHead.command }, "stamp": { ConsentStamp.command },
      "verify": { ConsentVerify.command },
      "export": { ConsentExport.command }, "laws": { ConsentLaws.command },
      "loads": { ConsentLoads.command },
      "stats": { ConsentStats.command },
      "evidence": { ConsentEvidence.command }, "publish": { ConsentPublish.command },
      "rekey": { ConsentRekey.command },
      "prune": { ConsentPrune.command },
      "hold": { ConsentHold.hold }, "release": { ConsentHold.release },
      "accept": { ConsentAccept.command },
      "enroll": { ConsentEnroll.command },
    ])
}
