// SPDX-License-Identifier: MIT

extension CommandRun {
  /// How many characters a line may have: `$COLUMNS`, else what the terminal says, else 80; at least
  /// 40 and at most 400.
  package var columns: Int {
    let named = (try? host.variable("COLUMNS")).flatMap { Int($0) }
    return min(max(named ?? host.output.columns ?? 80, 40), 400)
  }
}
