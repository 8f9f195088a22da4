// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  private func sleep(_ milliseconds: Int64) async -> Task<Int64, any Error> {
    let before = clock.sleepers
    let clock = clock
    let task = Task {
      try await clock.clock.sleep(milliseconds)
      return clock.clock.milliseconds() - ManualClock.uptime
    }
    while clock.sleepers == before { await Task.yield() }
    return task
  }

  @Test func `both clocks move together, and only by hand`() {
    #expect(clock.clock.milliseconds() == ManualClock.uptime)
    #expect(clock.clock.timeOfDay() == ManualClock.start)
    clock.advance(by: 250)
    #expect(clock.clock.milliseconds() == ManualClock.uptime + 250)
    #expect(clock.clock.timeOfDay() == ManualClock.start.advanced(by: 250))
    let striding = ManualClock(stride: 10).clock
    #expect(striding.milliseconds() == ManualClock.uptime + 10)
    #expect(striding.milliseconds() == ManualClock.uptime + 20)
  }

  @Test(.timeLimit(.minutes(60))) func `who sleeps wakes when it is time, and not before`()
    async throws
  {
    let (short, long) = (await sleep(100), await sleep(1_000))
    #expect(clock.untilNextWake == 100)
    clock.advance(by: 100)
    #expect(try await short.value == 100)
    #expect(clock.sleepers == 1 && clock.untilNextWake == 900)
    clock.advance(by: 900)
    #expect(try await long.value == 1_000)
  }

  @Test(.timeLimit(.minutes(60))) func `who is cancelled wakes at once`() async throws {
    let sleeping = await sleep(1_000)
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(clock.sleepers == 0)
    let cancelled = Task { [clock] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.clock.sleep(1_000)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }
}
