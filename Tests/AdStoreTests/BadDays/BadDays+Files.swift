// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Foundation
import TestSupport
import TroubledDisk

@testable import AdStore

/// What happens to the file as a whole, and around it.
extension BadDays {
  func backUp() throws {
    guard let contents = expected else { return }
    if backups.count == 2, let oldest = backups.keys.sorted().first {
      backups[oldest] = nil
      try? FileManager.default.removeItem(atPath: "\(folder)/\(oldest)")
      disk.noteSyncedFolderByHand()
    }
    let name = "backup-\(steps.count + 100_000).sqlite"
    let isMade = try attempt("backup \(name)", contents) {
      try anyProcess.backUp(to: "\(folder)/\(name)", layer: layer) { _, _ in true }
    }
    if isMade { backups[name] = (contents, heads) }
  }

  /// Somebody puts a backup in the place of the database, as a restored phone does.
  func goBackToBackup() throws {
    guard let (name, backup) = backups.sorted(by: { $0.key < $1.key }).last else { return }
    note("back to \(name)")
    try calmly {
      for number in 0...1 { try end(number) }
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: path)
      disk.revive()
    }
    expected = backup.contents
    heads = backup.heads
    recorder = nil
  }

  func reinstall() throws {
    note("removed")
    try calmly {
      for number in 0...1 { try end(number) }
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      disk.revive()
    }
    expected = nil
    heads = []
    backups = [:]
    recorder = nil
  }

  func publish() throws {
    note("published")
    guard
      let inventory = try? InventoryRepository(anyProcess).read({ try PublishedInventory(of: $0) }),
      !disk.isDead
    else { return }
    let bytes = Data(try inventory.document())
    for key in expected?.events.keys.sorted() ?? [] {
      try promise(bytes.range(of: Data(key.utf8)) == nil, "\(key) was published")
    }
    let count = inventory.content.units.count
    try promise(count == expected?.units.count, "\(count) units were published")
  }

  /// Somebody reads one moment while something is written.
  func readForLong() throws {
    note("a long reader")
    let reader = try calmly { try look() }
    try reader.transaction(.read) {
      let before = try calmly { try DeviceContents(of: reader) }
      try answer()
      if disk.isDead { return }
      try changeInventory()
      if disk.isDead { return }
      let after = try calmly { try DeviceContents(of: reader) }
      try promise(before == after, "a reader saw two moments: \(before.difference(to: after))")
    }
  }

  func jump() {
    let days = Int64(random.int(-40...40))
    clock = clock.advanced(by: days * 86_400_000)
    note("the clock jumps by \(days) days")
  }

  // MARK: What somebody else did to the file

  func plant() throws {
    guard trouble == nil else { return }
    note("somebody plants a trigger")
    for number in 0...1 { try end(number) }
    let outsider = try Connection(
      path: path, mode: .readWrite, configuration: AdDatabase.configuration)
    try outsider.execute(
      "CREATE TRIGGER planted BEFORE INSERT ON changes BEGIN SELECT RAISE(IGNORE); END")
    try outsider.close()
    isPlanted = true
  }

  func tryPlanted() throws {
    try changeInventory()
    if disk.isDead { return }
    note("somebody finds the trigger")
    try calmly {
      for number in 0...1 { try end(number) }
      let outsider = try Connection(
        path: path, mode: .readWrite, configuration: AdDatabase.configuration)
      try outsider.execute("DROP TRIGGER planted")
      try outsider.close()
    }
    isPlanted = false
  }
}
