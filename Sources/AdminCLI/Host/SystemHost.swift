// SPDX-License-Identifier: MIT
import AdModel
import AdStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// The machine that the process runs on.
  ///
  /// From here on a closed pipe is an error that the program sees, not its end, and Ctrl-C asks the
  /// program to stop; a second Ctrl-C stops it at once.
  /// - Returns: The host.
  package static func system() -> Host {
    Interruption.watch()
    return Host(
      variable: { (name) throws(Failure) in
        guard let value = unsafe getenv(name) else { return nil }
        guard let text = unsafe String(validatingCString: value) else {
          throw Failure(
            .usage, "the environment variable \(name) is not UTF-8; write its value in UTF-8.",
            try: "unset \(name)")
        }
        return text
      },
      input: Descriptor(STDIN_FILENO), output: Descriptor(STDOUT_FILENO),
      errors: Descriptor(STDERR_FILENO), files: SystemFiles(),
      now: { Timestamp.now },
      isInterrupted: { Interruption.isRequested })
  }
}
