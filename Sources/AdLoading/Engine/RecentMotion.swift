// SPDX-License-Identifier: MIT
import AdModel

/// Where something was within the last ``ScrollSpeed/window``, which tells how fast it goes.
///
/// A single move is none to go by, for a layout moves things once and a scroll many times; and one that
/// leaves nothing of the screen in sight is a jump, after which the motion begins anew.
struct RecentMotion: Sendable {
  private struct Sample: Sendable {
    let time: Int64
    let x: Double
    let y: Double
  }

  private var samples: [Sample] = []

  /// Takes where it is from a time on; of one millisecond the last word counts.
  /// - Parameter screen: A move of its width or height is a jump, in points.
  mutating func move(to x: Double, _ y: Double, at time: Int64, within screen: AdRect) {
    if let last = samples.last {
      let isJump = !(abs(x - last.x) < screen.width && abs(y - last.y) < screen.height)
      if isJump {
        samples.removeAll(keepingCapacity: true)
      } else if last.time == time {
        samples.removeLast()
      }
    }
    if let kept = samples.firstIndex(where: { $0.time >= time - ScrollSpeed.window }) {
      if kept > 0 { samples.removeFirst(kept) }
    } else {
      samples.removeAll(keepingCapacity: true)
    }
    samples.append(Sample(time: time, x: x, y: y))
  }

  /// How fast it goes at a time that is not before its last move; slower and slower where it moves no
  /// more.
  func speed(at time: Int64) -> ScrollSpeed {
    guard let last = samples.last,
      let first = samples.first(where: { $0.time >= time - ScrollSpeed.window }),
      first.time < last.time
    else { return .none }
    let duration = Double(time - first.time)
    return ScrollSpeed(x: (last.x - first.x) / duration, y: (last.y - first.y) / duration)
  }

  /// When a sample is the last time within the window, and the time after it: between these the speed is
  /// one and the same way by ever more time.
  var turns: [Int64] {
    samples.flatMap { [$0.time + ScrollSpeed.window, $0.time + ScrollSpeed.window + 1] }
  }

  /// Whether it has moved lately.
  func isRecent(at time: Int64) -> Bool {
    samples.last.map { $0.time >= time - ScrollSpeed.window } ?? false
  }
}
