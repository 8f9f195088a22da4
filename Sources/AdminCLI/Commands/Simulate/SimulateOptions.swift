// SPDX-License-Identifier: MIT

/// What `simulate` replays, and for which page.
enum SimulateOptions {
  static let trace = Option(
    "trace", .file, "The trace to replay: JSON lines; - reads standard input.")
  static let page = Option(
    "page", .page, "The page whose units and thresholds hold.",
    defaultDescription: "a session's own")
  static let session = Option("session", .session, "A recorded session to replay instead.")
}
