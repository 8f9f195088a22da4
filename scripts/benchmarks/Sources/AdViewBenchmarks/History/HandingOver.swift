// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore
import AdSystem
import Foundation
import Synchronization

/// How long the thread that decides is kept by handing transitions over, while the recorder commits
/// batches and the disk is busy with another file.
enum HandingOver {
  private static let calls = 30_000
  private static let callsPerSecond = 10_000
  // Far shorter than the usual interval, so that the writer is nearly always at work.
  private static let interval = Duration.milliseconds(10)

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Handing over \(callsPerSecond) times a second while the disk is busy")
    let base = workplace.path("handing-over-base.sqlite")
    let (database, record) = try SampleHistory.database(base)
    try database.close()
    let transitions = SampleHistory.transitions(of: 0, ids: try SampleHistory.ids(), record: record)
      .map { RecordedEvent.changed($0) }
    let path = workplace.path("handing-over.sqlite")
    let disk = BusyDisk(path: workplace.path("busy-disk"))
    defer { disk.stop() }
    for perCall in [1, 4] {
      // The least that could be done, in turn with it: what it takes longer at times is the machine's doing,
      // which has two busy threads beside this one.
      let least = Mutex([[RecordedEvent]](repeating: [], count: calls))
      least.withLock { $0.removeAll(keepingCapacity: true) }
      try InventoryBenchmark.renew(path, from: base)
      let database = try AdDatabase(path: path, access: .readWrite)
      let session = try RecordedSession(
        id: SessionID(SampleHistory.sessionID(0)), page: PageID(SampleHistory.page),
        startedAt: SampleHistory.startedAt(0), clockAtStart: 0)
      let recorder = TransitionRecorder(session, in: database, interval: interval)
      let syncs = disk.syncs
      let both = times(
        of: transitions, perCall: perCall,
        [{ recorder.record($0) }, { check in least.withLock { $0.append(check) } }])
      let (times, leastTimes) = (both[0], both[1])
      let other = disk.syncs - syncs
      try recorder.close()
      try database.close()
      guard recorder.report.stored + recorder.report.dropped == calls * perCall else {
        throw Failure(description: "the recorder lost transitions")
      }
      report.note("\(perCall) a call: \(times)")
      report.note("a lock and an append: \(leastTimes)")
      report.note(
        "  \(try batches(in: path)) batches committed meanwhile, \(recorder.report.dropped) of "
          + "\(calls * perCall) dropped, another file synchronized \(other) times")
      let what = "hand over, \(perCall) a call, 99.9th percentile"
      report.single(what, times.at(0.999), limit: 1e-6)
      report.compare(
        what, ours: times.at(0.999), "a lock and an append", leastTimes.at(0.999),
        goal: .init(atMost: 2),
        told:
          "handing over \(perCall == 1 ? "a transition" : "\(perCall) transitions"), 99.9th percentile"
      )
    }
    try scroll(path, transitions, &report)
  }

  /// Hands over scroll samples, each a step of the track.
  private static func scroll(
    _ path: String, _ transitions: [RecordedEvent], _ report: inout Report
  ) throws {
    let database = try AdDatabase(path: path, access: .readWrite)
    let session = try RecordedSession(
      id: SessionID("scroll"), page: PageID(SampleHistory.page),
      startedAt: SampleHistory.startedAt(0), clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: database, interval: interval)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    var viewport = ScrollingPage.viewport(at: 0)
    var time: Int64 = 0
    let times = times(
      of: transitions, perCall: 1,
      [
        { _ in
          viewport.y += Double(time % 7) / 3
          time += 16
          recorder.record([.told(.viewport(viewport), at: time)])
        }
      ])[0]
    try recorder.close()
    try database.close()
    report.note("a scroll sample a call: \(times)")
    report.single("hand over a scroll sample, 99.9th percentile", times.at(0.999), limit: 1e-6)
  }

  /// The seconds of each call, in rising order.
  private struct Times: CustomStringConvertible {
    let sorted: [Double]

    func at(_ share: Double) -> Double {
      sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var description: String {
      [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1)]
        .map { "\($0) \(Figure.Unit.seconds.shown(at($1)))" }.joined(separator: ", ")
    }
  }

  /// Makes the calls of all contenders at an even pace, and spends the time between them as a busy thread
  /// does. What is handed over is made before the clock starts, and freed by whoever takes it.
  private static func times(
    of transitions: [RecordedEvent], perCall: Int, _ contenders: [([RecordedEvent]) -> Void]
  ) -> [Times] {
    var times = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: calls), count: contenders.count)
    let start = now()
    for call in 0..<calls {
      let first = call * perCall % (transitions.count - perCall)
      let due = start + UInt64(call) * 1_000_000_000 / UInt64(callsPerSecond)
      while now() < due {}
      for offset in contenders.indices {
        let contender = (call + offset) % contenders.count
        let check = Array(transitions[first..<first + perCall])
        withExtendedLifetime(check) {
          let before = now()
          contenders[contender](check)
          times[contender][call] = now() - before
        }
      }
    }
    return times.map { Times(sorted: $0.sorted().map { Double($0) / 1e9 }) }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func batches(in path: String) throws -> Int64 {
    let database = try DirectDatabase(path: path, writes: false)
    defer { database.close() }
    let count = try database.prepare("SELECT count(*) FROM batches")
    return try count.step() ? count.integer(0) : 0
  }
}

/// A thread that writes to a file of its own and waits for the disk, over and over.
private final class BusyDisk: Sendable {
  private let isDone = Atomic(false)
  private let synced = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  init(path: String) {
    Thread.detachNewThread { [self] in
      let block = [UInt8](repeating: 1, count: 256 << 10)
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      while !isDone.load(ordering: .relaxed) {
        // The same sixteen mebibytes, so that the disk does not fill up.
        let place = synced.load(ordering: .relaxed) % 64 * block.count
        guard pwrite(file, block, block.count, off_t(place)) == block.count, fsync(file) == 0
        else { break }
        synced.wrappingAdd(1, ordering: .relaxed)
      }
      close(file)
      ended.signal()
    }
  }

  /// How often the file was written and synchronized.
  var syncs: Int { synced.load(ordering: .relaxed) }

  func stop() {
    isDone.store(true, ordering: .relaxed)
    ended.wait()
  }
}
