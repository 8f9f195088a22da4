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
    let host = Host.system()
    do throws(Failure) {
      let arguments = try Environment.arguments()
      exit(AdminProgram(host: host).run(arguments).rawValue)
    } catch {
      try? host.errors.write(Array(error.text.utf8))
      exit(error.exit.rawValue)
    }
  }
}
