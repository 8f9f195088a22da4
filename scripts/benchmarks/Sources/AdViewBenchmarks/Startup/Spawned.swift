// SPDX-License-Identifier: MIT
import Foundation

/// A whole process: started, its output thrown away, waited for.
struct Spawned {
  let program: String
  let arguments: [String]

  /// Seconds from the start until the end.
  func run() throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var status: Int32 = 0
    let seconds = try Stopwatch.seconds {
      var process: pid_t = 0
      guard posix_spawnp(&process, program, &actions, nil, words, environ) == 0,
        waitpid(process, &status, 0) == process
      else { throw Failure(description: "cannot run \(program)") }
    }
    guard status == 0 else {
      throw Failure(description: "\(program) \(arguments.joined(separator: " ")) failed")
    }
    return seconds
  }
}
