// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `notice list`.
enum NoticeList {
  static let command = Command(
    "list", "List the notices that are kept, the oldest first.",
    effect: .reads, output: .keys(of: NoticeView.columns), options: ListOptions.all,
    examples: [Example("notice list", "What was shown since when.")]
  ) { run in
    var views: [NoticeView] = []
    try run.withConsent(.readOnly) { consent in
      try consent.forEachNotice { views.append(NoticeView(notice: $0, keptAt: $1)) }
    }
    try run.listChosen(views, NoticeView.columns, empty: "no notice")
  }
}
