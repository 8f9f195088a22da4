// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import TestPublications

/// A phone: what it has stored, and what it was served.
struct TestPhone {
  private(set) var stored: [String: [UInt8]]
  private(set) var fetched: [UpdateFile] = []
  /// The document that it has.
  private(set) var document: [UInt8]?

  init(shippedWith root: [UInt8]) { stored = ["root.json": root] }

  /// Updates from what `serve` answers: bytes, or nil where there is nothing.
  mutating func update(
    at time: Timestamp = TestPublication.now, limits: UpdateLimits = UpdateLimits(),
    from serve: (UpdateFile) throws -> [UInt8]?
  ) throws {
    fetched = []
    var client = try UpdateClient(
      trusting: stored, at: time, limits: limits, verifier: TestVerifier())
    var step = client.refresh()
    while true {
      switch step {
      case .fetch(let file):
        fetched.append(file)
        if let bytes = try serve(file) {
          step = try client.arrived(Array(bytes.prefix(file.atMost + 1)))
        } else {
          step = try client.missing()
        }
      case .store(let files):
        for file in files { stored[file.name] = file.bytes }
        step = try client.stored()
      case .refreshed: step = try client.find("document.json")
      case .found(let target): step = try client.fetch(target)
      case .delivered(let bytes):
        document = bytes
        return
      }
    }
  }

  mutating func update(
    from publication: TestPublication, at time: Timestamp = TestPublication.now,
    limits: UpdateLimits = UpdateLimits()
  ) throws {
    try update(at: time, limits: limits) { publication[$0.path] }
  }

  /// The code that the publication is refused with; nil where it is taken.
  mutating func refusal(
    of publication: TestPublication, at time: Timestamp = TestPublication.now,
    limits: UpdateLimits = UpdateLimits()
  ) throws -> UpdateRefusal? {
    do {
      try update(from: publication, at: time, limits: limits)
      return nil
    } catch let refusal as UpdateRefusal {
      return refusal
    }
  }
}
