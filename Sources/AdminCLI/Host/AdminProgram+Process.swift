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
      let arguments = try arguments()
      exit(AdminProgram(host: host).run(arguments).rawValue)
    } catch {
      try? host.errors.write(Array(error.text.utf8))
      exit(error.exit.rawValue)
    }
  }

  /// The arguments after the program's name, from their bytes: `CommandLine.arguments` would mend
  /// what is not UTF-8, and a mended value would be stored.
  private static func arguments() throws(Failure) -> [String] {
    var arguments: [String] = []
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[place],
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
