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
enum Environment {
  /// A variable; nil where there is none, and where it is not UTF-8.
  static func text(_ name: String) -> String? { try? variable(name) }

  /// A variable; nil where there is none.
  /// - Throws: ``Failure`` with `usage` for one that is not UTF-8.
  static func variable(_ name: String) throws(Failure) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    guard let text = unsafe String(validatingCString: value) else {
      throw Failure(
        .usage, "the environment variable \(name) is not UTF-8; write its value in UTF-8.",
        try: "unset \(name)")
    }
    return text
  }

  /// Gives a variable to the programs that are started from here, where it has no value.
  static func suggest(_ name: String, _ value: String) {
    unsafe setenv(name, value, 0)
  }

  /// The arguments behind the program's name, as `main` was given them: Swift's own list is empty where
  /// the process may open no file, and no argument would look like a command.
  /// - Throws: ``Failure`` with `usage` where there are none at all, and for one that is not UTF-8.
  static func arguments(
    _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(Failure) -> [String] {
    guard count > 0 else {
      throw Failure(
        .usage, "the system gave this program no arguments, not even its name.",
        try: "adview-admin --help")
    }
    var arguments: [String] = []
    for place in 1..<Int(count) {
      guard let bytes = unsafe values[place],
        let text = unsafe String(validatingCString: bytes)
      else {
        throw Failure(
          .usage, "argument \(place) is not UTF-8; write all values in UTF-8.",
          try: "adview-admin --help")
      }
      arguments.append(text)
    }
    return arguments
  }
}
