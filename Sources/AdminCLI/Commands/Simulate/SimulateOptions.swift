// SPDX-License-Identifier: MIT

/// What `simulate` replays, and for which page.
enum SimulateOptions {
  static let file = Argument(
    .file, "The trace to replay: JSON lines; - reads standard input.", count: .optional)
  static let page = Option(
    "page", .page, "The page whose units and thresholds hold.",
    defaultDescription: "none; a session has its own thresholds")
  static let session = Option("session", .session, "A recorded session to replay instead.")
}
