// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

@Suite struct MomentTests {
  @Test(arguments: [
    ("2026-11-21T06:26:00Z", "2026-11-21T06:26:00.000Z"),
    ("2026-11-21T08:26:00.5+02:00", "2026-11-21T06:26:00.500Z"),
    ("2026-11-21T06:26:00", "2026-11-21T06:26:00.000Z"),
    ("2026-11-21 06:26", "2026-11-21T06:26:00.000Z"),
    ("2026-11-21", "2026-11-21T00:00:00.000Z"),
    ("now", "2026-03-01T12:30:00.000Z"), ("today", "2026-03-01T00:00:00.000Z"),
    ("Yesterday", "2026-02-28T00:00:00.000Z"), ("tomorrow", "2026-03-02T00:00:00.000Z"),
    ("7d", "2026-02-22T12:30:00.000Z"), ("2w", "2026-02-15T12:30:00.000Z"),
    ("36h", "2026-02-28T00:30:00.000Z"), ("15m", "2026-03-01T12:15:00.000Z"),
  ])
  func `times are read as people write them`(text: String, time: String) throws {
    let now = try Timestamp("2026-03-01T12:30:00Z")
    #expect(try Moment(text).time(at: now).description == time)
  }

  @Test(arguments: [
    "", "d", "-7d", "7", "7y", "99999999d", "2026-13-01", "2026-11-2", "21.11.2026",
  ])
  func `what is no time is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try Moment(text) }
  }

  @Test func `commands count days from the clock that they were given`() throws {
    let workspace = try Workspace()
    workspace.run("consent set user-17 --accept-all")
    workspace.host.time = workspace.host.time.advanced(by: 3 * 86_400_000)
    #expect(workspace.run("consent show user-17 --at 2d").exit == .done)
    #expect(workspace.run("consent show user-17 --at 4d").exit == .notFound)
  }
}
