// SPDX-License-Identifier: MIT
import AdView
import Foundation

/// A page of an app that runs while others change its database.
enum RunningPage {
  /// Shows the page's ads, one below the other, and says whenever the state of one changes.
  static func run(in path: String, page: PageID, subject: SubjectKey) async throws {
    let database = try await AdDatabase.open(at: path)
    let units = try InventoryRepository(database).read { inventory in
      try inventory.units().map(\.id).filter { try inventory.unit($0).page == page }
    }
    let session = try await AdSession.open(page, in: database, subject: subject)
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    let frames = units.enumerated().map { place, unit in
      AdFrame(
        unit: unit, frame: AdRect(x: 36, y: 100 + Double(place) * 340, width: 320, height: 320))
    }
    _ = session.handle(.place(frames))
    let input = Input()
    var states: [AdUnitID: LoadState] = [:]
    while !input.isEnded {
      _ = session.tick()
      for unit in units where states[unit] != session.state(of: unit) {
        states[unit] = session.state(of: unit)
        let line = "  the page: \(unit) \(session.state(of: unit).rawValue)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    try await session.close()
    try database.close()
  }

  /// Whether standard input has ended, asked for without waiting.
  private final class Input: @unchecked Sendable {
    private let lock = NSLock()
    private var ended = false

    var isEnded: Bool { lock.withLock { ended } }

    init() {
      Thread.detachNewThread { [self] in
        while readLine() != nil {}
        lock.withLock { ended = true }
      }
    }
  }
}
