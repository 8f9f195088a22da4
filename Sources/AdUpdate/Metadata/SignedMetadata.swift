// SPDX-License-Identifier: MIT
package import AdModel

/// A file of metadata that was read, and that nothing says yet to be true.
struct SignedMetadata {
  /// The file's name, for whoever is told why it is refused.
  let file: String
  /// What was signed.
  let signed: JSONNode
  /// What signatures were made over: the canonical form of `signed`.
  let message: [UInt8]
  /// Ids of keys with what they signed in hexadecimal digits, each id once.
  let signatures: [(keyID: String, signature: String)]

  /// Reads a file.
  /// - Throws: ``UpdateRefusal`` with `malformed`.
  init(_ bytes: [UInt8], named file: String) throws(UpdateRefusal) {
    self.file = file
    do throws(JSONError) {
      let document = JSONNode(
        try JSONReader.read(bytes, limits: JSONReader.Limits(bytes: bytes.count, depth: 32)))
      signed = try document.member("signed")
      message = try CanonicalJSON.bytes(signed.value)
      var signatures: [(keyID: String, signature: String)] = []
      for element in try document.member("signatures").elements() {
        let id = try element.member("keyid").string()
        guard !signatures.contains(where: { $0.keyID.hasSameBytes(as: id) }) else {
          throw element.notAllowed("a key signs once")
        }
        signatures.append((id, try element.member("sig").string()))
      }
      self.signatures = signatures
    } catch {
      throw UpdateRefusal(file, error)
    }
  }

  /// Reads what was signed.
  /// - Throws: ``UpdateRefusal`` with `malformed`.
  func read<Role>(_ read: (JSONNode) throws(JSONError) -> Role) throws(UpdateRefusal) -> Role {
    do throws(JSONError) {
      return try read(signed)
    } catch {
      throw UpdateRefusal(file, error)
    }
  }
}

/// What the metadata of every role begins with.
package struct MetadataHeader: Hashable, Sendable {
  /// The version, 1 or more.
  package var version: Int64
  /// From when on the metadata is not to be trusted.
  package var expires: Timestamp
  /// For how many days the publisher signs metadata of this role; nil where that is not said. A client
  /// does not look at it; whoever signs the next does.
  package var days: Int64?

  /// The highest version: one that every JSON reader can hold.
  static let versions: ClosedRange<Int64> = 1...(1 << 53)

  /// Makes a header.
  package init(version: Int64, expires: Timestamp, days: Int64? = nil) {
    self.version = version
    self.expires = expires
    self.days = days
  }

  /// Reads the header of a role's metadata.
  /// - Parameter type: The role's `_type`; metadata of another role is refused.
  init(_ node: JSONNode, type: String) throws(JSONError) {
    let typeNode = try node.member("_type")
    guard try typeNode.string().hasSameBytes(as: type) else {
      throw typeNode.notAllowed("expected '\(type)'")
    }
    let specification = try node.member("spec_version")
    guard try specification.string().hasPrefix("1.") else {
      throw specification.notAllowed("expected version 1 of the specification")
    }
    version = try node.member("version").integer(in: Self.versions)
    let expiry = try node.member("expires")
    let text = try expiry.string()
    guard text.utf8.count == 20, text.hasSuffix("Z"), let time = try? Timestamp(text) else {
      throw expiry.notAllowed("expected a time as 2030-01-01T00:00:00Z")
    }
    expires = time
    days = try? node.optional(Self.daysKey)?.integer(in: 1...36_500)
  }

  /// A member of our own, which others sign and pass over.
  static let daysKey = "x-adview-days"

  /// Checks that metadata has not expired.
  /// - Throws: ``UpdateRefusal`` with `expired`.
  func check(_ file: String, at start: Timestamp) throws(UpdateRefusal) {
    guard expires > start else {
      throw UpdateRefusal(.expired, file, "expired at \(expires); the update began at \(start)")
    }
  }
}
