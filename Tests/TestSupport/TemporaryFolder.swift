// SPDX-License-Identifier: MIT
public import Foundation

/// A folder that exists as long as a test holds it.
open class TemporaryFolder {
  /// Where it is.
  public let folder: URL

  /// Makes the folder, empty.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("AdViewTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Reads a file in it.
  public func bytes(of name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  /// Writes a file in it.
  public func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: file(name)))
  }

  /// The permissions of a file in it; -1 where it has none.
  public func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// The names in the folder, sorted.
  public func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
