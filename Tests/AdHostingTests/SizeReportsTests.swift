// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdHosting

/// Which of the sizes that a page reports are taken, and when.
@Suite struct SizeReportsTests {
  private var reports = SizeReports()
  private let view = ViewID(1)

  private static func size(_ height: Double) -> CreativeSize {
    CreativeSize(width: 300, height: height)
  }

  @Test mutating func `a size that is taken at once leaves none to wait that is older`() {
    #expect(reports.report(Self.size(1), of: view, at: 0) == .taken)
    #expect(reports.report(Self.size(2), of: view, at: 10) == .taken)
    #expect(reports.report(Self.size(3), of: view, at: 20) == .waits)
    #expect(reports.nextDeadline == 1_000)
    // Nobody came for it, and a newer one is due by now.
    #expect(reports.report(Self.size(4), of: view, at: 1_001) == .taken)
    #expect(reports.nextDeadline == nil && reports.takeDue(at: 9_000) == nil)
  }

  @Test mutating func `of those that wait the newest is taken, at the moment that was waited for`()
  {
    for height in 1...5 {
      _ = reports.report(Self.size(Double(height)), of: view, at: Int64(height))
    }
    #expect(reports.takeDue(at: 1_000) == nil)
    let taken = reports.takeDue(at: 5_000)
    #expect(taken?.view == view && taken?.size == Self.size(5))
    // It counts as taken when it was due, and the next may come a second after the one before it.
    #expect(reports.report(Self.size(6), of: view, at: 1_001) == .waits)
    #expect(reports.nextDeadline == 1_002)
  }
}
