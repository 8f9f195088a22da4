// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process was started with, byte by byte: Swift's own ways would mend what is not UTF-8, and
/// a mended value would be stored.
package enum ProcessEnvironment {
  /// A value that is not UTF-8.
  package struct NotUTF8: Error {}

  /// A variable; nil where there is none.
  package static func variable(_ name: String) throws(NotUTF8) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    guard let text = unsafe String(validatingCString: value) else { throw NotUTF8() }
    return text
  }

  /// Gives a variable to the programs that are started from here, where it has no value.
  package static func suggest(_ name: String, _ value: String) {
    unsafe setenv(name, value, 0)
  }

  /// The arguments as `main` was given them, the program's name first; nil for each that is not UTF-8.
  package static func arguments(
    _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [String?] {
    (0..<max(0, Int(count))).map { place in
      unsafe values[place].flatMap { unsafe String(validatingCString: $0) }
    }
  }
}
