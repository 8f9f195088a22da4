// SPDX-License-Identifier: MIT
import AdStore
import AdSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension AdminProgram {
  /// Runs the command line of this process on this machine, and ends the process.
  fileprivate static func main(
    _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ commit: UnsafePointer<CChar>?
  ) -> Never {
    AdDatabase.leaveMemoryUncounted()
    var host = Host.system()
    host.commit = unsafe commit.map { unsafe String(cString: $0) }
    do throws(Failure) {
      let arguments = try unsafe Environment.arguments(count, values)
      let code = AdminProgram(host: host).run(arguments)
      // As shells tell it of any program: 130 for Ctrl-C, 143 for TERM, 129 for HUP.
      exit(code == .interrupted ? 128 + (Interruption.number ?? SIGINT) : code.rawValue)
    } catch {
      try? host.errors.write(Array(error.text.utf8))
      exit(error.exit.rawValue)
    }
  }
}

/// What the program's `main` calls, with what the system gave it and the commit that it was built from.
@_cdecl("adview_admin")
public func runAdminProgram(
  _ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ commit: UnsafePointer<CChar>?
) { unsafe AdminProgram.main(count, values, commit) }
