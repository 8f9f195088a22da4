// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A kept notice, as commands show it.
struct NoticeView: Sendable {
  let notice: ShownNotice
  /// When it was kept; nil where that is not asked.
  var keptAt: Timestamp?

  static let columns: [Column<NoticeView>] = [
    Column("hash", "Hash", meaning: "What records name it by: the SHA-256 of everything about it.")
    { $0.notice.hash.hex },
    Column("id", "Notice", meaning: "Its id at the consent platform.") { $0.notice.id },
    Column("version", "Version", meaning: "Which version of it.") { $0.notice.version },
    Column("language", "Language", meaning: "The language that it is in.") { $0.notice.language },
    Column("keptAt", "Kept", meaning: "When it was kept.") { $0.keptAt },
    Column("text.mediaType", "Text", meaning: "The kind of its text or code.") {
      $0.notice.text.mediaType
    },
    Column("text.sha256", meaning: "The SHA-256 of its text or code.") { $0.notice.text.hash.hex },
    Column("text.bytes", meaning: "How many bytes that has.") { $0.notice.text.bytes.count },
    Column("picture.mediaType", "Picture", meaning: "The kind of its picture.") {
      $0.notice.picture?.mediaType
    },
    Column("picture.sha256", meaning: "The SHA-256 of its picture.") {
      $0.notice.picture?.hash.hex
    },
    Column("picture.bytes", meaning: "How many bytes that has.") { $0.notice.picture?.bytes.count },
    Column("purposes", "Purposes", meaning: "The purposes that it asked about.") {
      $0.notice.purposes.map(\.description)
    },
    Column("vendors", "Vendors", meaning: "The vendors that it named.") {
      $0.notice.vendors.map(\.description)
    },
  ]
}
