// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension AdminProgram {
  /// Runs the command line of this process on this machine, and ends the process.
  package static func main() -> Never {
    let code = AdminProgram(host: .system()).run(Array(CommandLine.arguments.dropFirst()))
    exit(code.rawValue)
  }
}
