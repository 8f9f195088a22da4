// SPDX-License-Identifier: MIT

extension AdDatabase {
  /// Lets go of the file: every connection is closed, and no lock is held until ``resume()``.
  ///
  /// Systems end an app that sleeps while it holds a lock on a file that others share. Reads and
  /// writes throw `suspended` meanwhile. Waits for those that are under way.
  /// - Throws: ``StoreError``; everything acknowledged is safe.
  public func suspend() throws {
    try StoreError.translating(path) {
      for connection in connections { try connection.suspend() }
    }
  }

  /// Allows reads and writes again after ``suspend()``; connections are opened as they are needed.
  public func resume() {
    for connection in connections { connection.resume() }
  }
}

extension StoreError.Code {
  /// The database lets go of its file while the app sleeps.
  public static let suspended = Self(rawValue: "suspended")
}

extension StoreError {
  /// The error of a use between suspending and resuming.
  static let suspended = StoreError(
    .suspended, "the database is suspended and holds no file", advice: "resume it first")
}
