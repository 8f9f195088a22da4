// SPDX-License-Identifier: MIT
import AdSystem

/// A program such as `less` that shows what is written to it screen by screen.
enum Pager {
  /// Starts the pager that the environment names, as git does: `$PAGER`, else less, which ends by
  /// itself where everything fits, passes colours on and leaves the text on the screen.
  /// - Returns: The pager; nil where it could not be started.
  static func start() -> PagedOutput.Screen? {
    let named = variable("PAGER") ?? "less"
    ProcessEnvironment.suggest("LESS", "FRX")
    ProcessEnvironment.suggest("LV", "-c")
    // Where there is no such program, what was to be shown is shown all the same.
    return WrittenProcess("(\(named)) || [ $? -ne 127 ] || cat").map { pager in
      let channel = Descriptor(pager.input)
      return PagedOutput.Screen(
        write: { (bytes) throws(ChannelError) in try channel.write(bytes) },
        // Waits until the person has seen enough. Ctrl-C there stops a search, not the pager.
        end: pager.end)
    }
  }

  /// Whether the environment allows one: `PAGER` empty or `cat`, and a dumb terminal, ask for none.
  static var isWanted: Bool {
    let named = variable("PAGER")
    return named != "" && named != "cat" && variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String? {
    try? ProcessEnvironment.variable(name)
  }
}
