// SPDX-License-Identifier: MIT
import AdSQLite
import AdminCLI
import Foundation
import TestSupport
import Testing
import TroubledDisk

@testable import AdminCLI

/// Message and exit code of every command that changes something, held against the file, whichever
/// call into the file system goes wrong.
///
/// A seeded part runs always; `ADVIEW_EVERY_CALL=1` tries each call with each fault, and prints how
/// many that were. Words instead of the 1 choose the commands with them on their lines.
@Suite(.serialized) struct FailedCallsTests {
  private static let faults: [TroubledDisk.Answer] = [
    .failure, .full, .failureAfter, .torn, .kill, .powerCut,
  ]

  /// How many calls of each command are tried with each fault.
  private static let sample = 1

  private let wanted = ProcessInfo.processInfo.environment["ADVIEW_EVERY_CALL"]

  @Test(arguments: FailedCalls.subjects)
  func `what is said is what is stored`(subject: FailedCalls.Subject) throws {
    let command = try FailedCalls(subject)
    let isWhole = wanted.map { $0 == "1" || subject.line.contains($0) } ?? false
    var random = SeededRandom(seed: subject.line.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var tried = 0
    for fault in Self.faults {
      let calls =
        isWhole
        ? Array(1...command.calls) : (0..<Self.sample).map { _ in random.int(1...command.calls) }
      for call in calls {
        tried += 1
        try check(command, fault, at: call)
      }
    }
    if isWhole { print("\(subject.line): \(command.calls) calls, \(tried) faults") }
  }

  @Test func `words that choose commands choose one at least`() {
    guard let wanted, wanted != "1" else { return }
    #expect(
      FailedCalls.subjects.contains { $0.line.contains(wanted) }, "no command has '\(wanted)'")
  }

  private func check(
    _ command: FailedCalls, _ fault: TroubledDisk.Answer, at call: Int
  ) throws {
    try command.restore()
    let disk = TroubledDisk(command.workspace.folder, seed: UInt64(call))
    disk.decide = { _, _, number in number == call ? fault : .done }
    let outcome = command.run(on: disk)
    disk.decide = { _, _, _ in .done }
    if disk.isDead {
      let remains = disk.remains
      disk.revive()
      try command.leave(remains)
    }
    let place: Comment = "\(command.subject.line), \(fault) at call \(call): \(outcome)"
    let found = try command.contents(of: command.subject.database)
    if command.subject.product == nil {
      checkStored(command, found, outcome, wasDead: fault == .kill || fault == .powerCut, place)
    } else {
      #expect(found == command.before, place)
      try checkProduct(command, outcome, place)
    }
  }

  private func checkStored(
    _ command: FailedCalls, _ found: String, _ outcome: RecordingHost.Outcome, wasDead: Bool,
    _ place: Comment
  ) {
    let isStored = found == command.after
    let isUnchanged = found == command.before
    #expect(isStored || isUnchanged || command.subject.isStepwise, place)
    #expect(found != "damaged", place)
    if outcome.exit == .done { #expect(isStored, place) }
    // Whoever died tells nothing.
    guard !wasDead, outcome.exit != .done else { return }
    let says = outcome.errors
    if says.contains("was taken back") || outcome.exit == .busy,
      !says.contains("are erased")
    {
      #expect(isUnchanged || command.subject.isStepwise, place)
    }
    if isStored, !isUnchanged {
      #expect(
        says.contains("is stored") || says.contains("are erased") || says.contains("is not known")
          || command.subject.isStepwise, place)
    }
  }

  private func checkProduct(
    _ command: FailedCalls, _ outcome: RecordingHost.Outcome, _ place: Comment
  ) throws {
    guard let product = command.subject.product else { return }
    let path = command.workspace.path(product)
    let isThere = FileManager.default.fileExists(atPath: path)
    if outcome.exit == .done { #expect(isThere, place) }
    if isThere {
      if product.hasSuffix(".sqlite") {
        let contents = try command.contents(of: product)
        #expect(contents != "damaged" && contents != "none" && !contents.isEmpty, place)
      }
      if product.hasSuffix("timestamp.json") {
        let checked = command.workspace.run("publish verify DIR/public")
        #expect(checked.exit == .done, "\(place) \(checked)")
      }
    }
    // What went wrong is in nobody's way.
    let again = command.run(on: TroubledDisk(command.workspace.folder))
    let mayExist = product.hasSuffix(".sqlite") && isThere
    #expect(again.exit == (mayExist ? .cannotCreate : .done), "\(place) again: \(again)")
    if again.exit == .done {
      let names = try FileManager.default.contentsOfDirectory(atPath: command.workspace.folder)
      #expect(!names.contains { $0.hasSuffix(".part") }, "\(place) leaves \(names)")
    }
  }

  @Test func `one call that fails after the commit does not deny the change`() throws {
    let command = try FailedCalls(FailedCalls.subjects[0])
    try command.restore()
    let disk = TroubledDisk(command.workspace.folder)
    // The log is synced at the commit; what is written to the file itself comes after it.
    disk.decide = { call, path, _ in
      call == .write && path.hasSuffix(".sqlite") ? .full : .done
    }
    let outcome = command.run(on: disk)
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(try command.contents(of: command.subject.database) == command.after)
  }
}
