// SPDX-License-Identifier: MIT
import Testing

@testable import AdLoading

@Suite struct UnloadQueueTests {
  @Test func `gives back the oldest first, however many have gone`() {
    var queue = UnloadQueue()
    var next: Int32 = 0
    for round in Int32(0)..<400 {
      // It grows at first, and shrinks to nothing in the end.
      for _ in 0..<(round < 100 ? 3 : 0) {
        queue.append(next, since: Int64(next))
        next += 1
      }
      guard round < 300 else { break }
      #expect(queue.first?.ad == round)
      queue.removeFirst()
    }
    #expect(next == 300 && queue.first == nil)
  }
}
