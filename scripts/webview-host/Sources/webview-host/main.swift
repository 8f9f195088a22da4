// SPDX-License-Identifier: MIT
// Shows a page of a database with its ads in WebKitGTK, by the same code that shows it on a phone.
// It is started by scripts/live, which says what it can do.
import CWebKitGTK
import Foundation

guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data("error: start this with scripts/live\n".utf8))
  exit(64)
}
gtk_init(nil, nil)
host_run_main_actor_in_gtk()
Task {
  do {
    exit(try await Program(arguments).run())
  } catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(70)
  }
}
gtk_main()
