// SPDX-License-Identifier: MIT
import AdSystem

/// What the process was started with; what is not UTF-8 is refused.
enum Environment {
  /// A variable; nil where there is none.
  /// - Throws: ``Failure`` with `usage` for one that is not UTF-8.
  static func variable(_ name: String) throws(Failure) -> String? {
    do {
      return try ProcessEnvironment.variable(name)
    } catch {
      throw Failure(
        .usage, "the environment variable \(name) is not UTF-8; write its value in UTF-8.",
        try: "unset \(name)")
    }
  }

  /// The arguments behind the program's name, as `main` was given them: Swift's own list is empty where
  /// the process may open no file, and no argument would look like a command.
  /// - Throws: ``Failure`` with `usage` where there are none at all, and for one that is not UTF-8.
  static func arguments(
    _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(Failure) -> [String] {
    let all = unsafe ProcessEnvironment.arguments(count, values)
    if all.isEmpty {
      throw Failure(
        .usage, "the system gave this program no arguments, not even its name.",
        try: "adview-admin --help")
    }
    let arguments = all.dropFirst()
    if let place = arguments.firstIndex(of: nil) {
      throw Failure(
        .usage, "argument \(place) is not UTF-8; write all values in UTF-8.",
        try: "adview-admin --help")
    }
    return arguments.compactMap(\.self)
  }
}
