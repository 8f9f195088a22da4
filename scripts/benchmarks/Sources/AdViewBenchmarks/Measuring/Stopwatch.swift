// SPDX-License-Identifier: MIT
import Foundation

/// Seconds, of the monotonic clock or of the processor.
enum Stopwatch {
  private static let clock = ContinuousClock()

  /// Runs a body and tells how long it took, in seconds.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try clock.measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Runs a body and tells how long the processor worked for it, in seconds: for work that waits
  /// for nothing, this leaves out what other programs took meanwhile.
  static func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime()
    try body()
    return processorTime() - start
  }

  /// Runs a body and tells how long it took and how long the processor worked for it, in seconds.
  static func both(_ body: () throws -> Void) rethrows -> (wall: Double, processor: Double) {
    var processor = 0.0
    let wall = try seconds { processor = try processorSeconds(body) }
    return (wall, processor)
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs the contenders in turn, round after round, so that a slow moment of the machine falls on
  /// all of them, and gives the median seconds of each.
  static func medians(rounds: Int, _ contenders: [() throws -> Double]) throws -> [Double] {
    var times = [[Double]](repeating: [], count: contenders.count)
    for round in 0..<rounds {
      // Whoever comes first finds colder caches: the first place goes round.
      for offset in contenders.indices {
        let contender = (round + offset) % contenders.count
        times[contender].append(try contenders[contender]())
      }
    }
    return times.map(median)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
