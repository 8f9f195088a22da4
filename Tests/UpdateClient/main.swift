// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import AdUpdate
import AdminCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The client under test of the public conformance suite of The Update Framework: init, refresh and
// download, as its CLIENT-CLI.md asks. scripts/tuf-client runs the suite.

struct Stop: Error {
  let reason: String
}

struct Options {
  var metadataFolder = ""
  var metadataAddress = ""
  var targetNames: [String] = []
  var targetFolder = ""
  var targetAddress = ""
  var words: [String] = []

  init(_ arguments: [String]) throws {
    var arguments = arguments[...]
    func value() throws -> String {
      guard let value = arguments.popFirst() else { throw Stop(reason: "a value is missing") }
      return value
    }
    while let word = arguments.popFirst() {
      switch word {
      case "--metadata-dir": metadataFolder = try value()
      case "--metadata-url": metadataAddress = try value()
      case "--target-name": targetNames.append(try value())
      case "--target-dir": targetFolder = try value()
      case "--target-base-url": targetAddress = try value()
      default: words.append(word)
      }
    }
  }
}

/// The client with files and network around it.
struct ConformanceClient {
  let options: Options
  let files = SystemFiles()
  let verifier: OpenSSL
  let curl: Curl
  var client: UpdateClient

  init(_ options: Options) throws {
    self.options = options
    verifier = try OpenSSL()
    curl = try Curl()
    var stored: [String: [UInt8]] = [:]
    let folder = options.metadataFolder
    for name in try FileLayer.system.names(in: folder) ?? [] where name.hasSuffix(".json") {
      stored[name] = try files.read("\(folder)/\(name)", atMost: 8 << 20)
    }
    client = try UpdateClient(
      trusting: stored, at: Timestamp(milliseconds: SystemClock.milliseconds), verifier: verifier)
  }

  /// Does what a step says until there is nothing more to do.
  mutating func follow(_ first: UpdateStep) throws -> UpdateStep {
    var step = first
    while true {
      switch step {
      case .fetch(let file):
        let folder =
          file.folder == .metadata ? options.metadataAddress : options.targetAddress
        let path = "\(folder.withoutLastSlashes)/\(file.path)"
        switch curl.fetch(path: path, from: 0, atMost: file.atMost) {
        case .arrived(let bytes, _): step = try client.arrived(bytes)
        case .cut: throw Stop(reason: "\(file.path): the line was cut")
        case .missing: step = try client.missing()
        case .failed(let reason): throw Stop(reason: "\(file.path): \(reason)")
        }
      case .store(let changes):
        for change in changes {
          let path = "\(options.metadataFolder)/\(change.name)"
          if let bytes = change.bytes {
            try files.write(bytes, to: path, for: .everyone)
          } else {
            files.layer.remove(path)
          }
        }
        step = try client.stored()
      case .refreshed, .found, .delivered: return step
      }
    }
  }

  mutating func refresh() throws { _ = try follow(client.refresh()) }

  mutating func download(_ name: String) throws {
    guard case .found(let target) = try follow(client.find(name)) else {
      throw Stop(reason: "nothing was found")
    }
    let path = "\(options.targetFolder)/\(name.percentEncoded)"
    if let bytes = try? files.read(path, atMost: Int(target.length)),
      (try? target.check(bytes, by: verifier)) != nil
    {
      return
    }
    guard case .delivered(let bytes) = try follow(client.fetch(target)) else {
      throw Stop(reason: "nothing was delivered")
    }
    try files.write(bytes, to: path, for: .everyone)
  }
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.words.first {
  case "init" where options.words.count == 2:
    let root = try SystemFiles().read(options.words[1], atMost: 8 << 20)
    try SystemFiles().write(root, to: "\(options.metadataFolder)/root.json", for: .everyone)
  case "refresh":
    var client = try ConformanceClient(options)
    try client.refresh()
  case "download":
    var client = try ConformanceClient(options)
    try client.refresh()
    for name in options.targetNames { try client.download(name) }
  default:
    throw Stop(reason: "init ROOT, refresh or download, as CLIENT-CLI.md of the suite says")
  }
} catch let stop as Stop {
  print("error: \(stop.reason)")
  exit(1)
} catch {
  print("error: \(error)")
  exit(1)
}
