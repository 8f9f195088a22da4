// SPDX-License-Identifier: MIT
package import AdModel
package import AdSystem

/// Everything outside the program that a command may touch.
///
/// The executable passes the real one; tests pass one of their own and so run the whole program
/// inside a test.
package struct Host {
  /// Reads an environment variable; throws where its value is not UTF-8, which must not be mended.
  package var variable: (String) throws(Failure) -> String?
  /// Standard input.
  package var input: any InputChannel
  /// Standard output: data.
  package var output: any OutputChannel
  /// The pager in front of standard output; nil where no terminal shows it.
  package var paged: PagedOutput?
  /// Standard error: everything else.
  package var errors: any OutputChannel
  /// The files that commands read and write.
  package var files: any FileAccess
  /// The time of day.
  package var now: () -> Timestamp
  /// How long a write waits for another process, in milliseconds.
  package var busyTimeout: Int32 = 5_000
  /// The commit that the program was built from; nil where nobody said.
  package var commit: String?
  /// Whether the user has asked the program to stop; long loops look here.
  package var isInterrupted: @Sendable () -> Bool
}
