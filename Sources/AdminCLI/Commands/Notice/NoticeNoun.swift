// SPDX-License-Identifier: MIT

/// `notice`: the notices of consent as people saw them.
enum NoticeNoun {
  static let noun = Noun(
    "notice", "The notices of consent as people saw them, which records name.",
    [
      "add": { NoticeAdd.command }, "list": { NoticeList.command }, "show": { NoticeShow.command },
    ])
}
