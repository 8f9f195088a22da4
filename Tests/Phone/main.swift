// SPDX-License-Identifier: MIT
import AdModel
import AdView
import Foundation

// A phone that follows a publication, for trials with real processes, a real server and bad lines.

let help = """
  phone start DATABASE SEED           opens as an app does at its first start; says what is there
  phone page DATABASE PAGE SUBJECT    runs a page and says what becomes of its ads, until its input ends
  phone follow DATABASE FOLDER        one update from a folder of a test's publication, to be killed
  phone faults ROUNDS SEED            updates with everything that can go wrong, counted
  phone trial ADMIN FOLDER URL PHONES many phones with lossy links against a server, counted

  """

func stop(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("error: \(reason)\n".utf8))
  exit(1)
}

// A server that has enough of a request is no reason to end.
signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
do {
  switch (words.first, words.count) {
  case ("start", 3):
    let seed = Array(try Data(contentsOf: URL(filePath: words[2])))
    let database = try await AdDatabase.open(at: words[1], seed: seed)
    let (units, changes) = try InventoryRepository(database).read {
      (try $0.units().map(\.id.rawValue), try $0.changes().count)
    }
    print(units.joined(separator: " "), changes)
    try database.close()
  case ("page", 4):
    try await RunningPage.run(
      in: words[1], page: try PageID(words[2]), subject: try SubjectKey(words[3]))
  case ("follow", 3): try KilledUpdate.run(in: words[1], from: words[2])
  case ("faults", 3):
    guard let rounds = Int(words[1]), let seed = UInt64(words[2]) else { stop(help) }
    var faults = try Faults(seed: seed)
    try faults.run(rounds)
  case ("trial", 5):
    guard let count = Int(words[4]) else { stop(help) }
    let trial = try Trial(admin: words[1], folder: words[2], url: words[3], phones: count)
    try await trial.run()
  default: stop(help)
  }
} catch {
  stop("\(error)")
}
