// SPDX-License-Identifier: MIT
import Dispatch
import TestSupport
import Testing

@testable import AdSystem

@Suite struct MutexTests {
  private struct Refusal: Error {}

  @Test func `no change of several threads is lost`() {
    let count = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  @Test func `a value that is held is not waited for where the caller said so`() {
    let value = Mutex("held")
    let got = value.withLock { _ in value.withLockIfAvailable { $0 } }
    #expect(got == nil)
    #expect(value.withLockIfAvailable { $0 } == "held")
  }

  @Test func `an error lets go of the value`() {
    let value = Mutex(1)
    #expect(throws: Refusal.self) {
      try value.withLock { value in
        value = 2
        throw Refusal()
      }
    }
    #expect(value.withLockIfAvailable { $0 } == 2)
  }
}
