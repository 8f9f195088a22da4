// SPDX-License-Identifier: MIT

/// What `simulate` replays, and for which page.
enum SimulateOptions {
  static let file = Argument(
    .file, "The trace to replay: JSON lines; - reads standard input.", count: .optional)
  /// What named the trace before it was an argument.
  static let trace = Option("trace", .file, "The same as FILE.", isFormer: true)
  static let page = Option(
    "page", .page, "The page whose units and thresholds hold.",
    defaultDescription: "none; a session has its own thresholds")
  static let session = Option("session", .session, "A recorded session to replay instead.")

  /// The file to replay; nil where none was named.
  static func trace(of run: CommandRun) -> String? {
    run.input.optional(file) ?? run.input[trace]
  }
}
