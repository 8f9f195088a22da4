// SPDX-License-Identifier: MIT

package import AdModel

/// The right to write TC strings: a CMP that IAB Europe has registered.
///
/// The framework's policies let nobody else create or alter a string. Stored strings are relayed
/// as they came, never written anew.
package struct RegisteredCMP: Hashable, Sendable {
  /// The CMP's number on IAB Europe's list.
  package let id: Int

  /// Takes the number that IAB Europe assigned.
  /// - Parameter id: The number, 2 to 4095.
  /// - Throws: `InvalidValue` with `outOfRange` for any other number.
  package init(id: Int) throws(InvalidValue) {
    guard (2...4095).contains(id) else {
      throw InvalidValue(
        .outOfRange, field: "CMP id",
        reason: "\(id) is no registered CMP; IAB Europe assigns numbers from 2 to 4095")
    }
    self.id = id
  }
}

extension TCString {
  /// Writes the string, each vendor section in its smaller form.
  ///
  /// For tests and for a registered CMP only: see ``RegisteredCMP``. Segments follow the core in
  /// the order of their types; each is padded to whole bytes. Takes time in proportion to the
  /// vendor sections.
  /// - Throws: ``TCStringError`` with `foreignCMP` where ``cmpID`` is another CMP's, and
  ///   `unencodable` for a value that its field cannot hold.
  package func encoded(by cmp: RegisteredCMP) throws(TCStringError) -> String {
    guard cmp.id == cmpID else {
      throw TCStringError(
        code: .foreignCMP, segment: 0, bit: 78, field: "CmpId",
        reason: "CMP \(cmp.id) may not write a string of CMP \(cmpID)")
    }
    var segments = [try Self.segment(0, TCField.core, self)]
    if let disclosedVendors {
      segments.append(try Self.segment(segments.count, TCField.disclosedVendors, disclosedVendors))
    }
    if let allowedVendors {
      segments.append(try Self.segment(segments.count, TCField.allowedVendors, allowedVendors))
    }
    if let publisherTC {
      segments.append(try Self.segment(segments.count, TCField.publisherTC, publisherTC))
    }
    return segments.joined(separator: ".")
  }

  private static func segment<Root>(
    _ index: Int, _ rows: [TCField<Root>], _ root: Root
  ) throws(TCStringError) -> String {
    var encoder = SegmentEncoder()
    do throws(SegmentFault) {
      for row in rows { try encoder.encode(row, of: root) }
    } catch {
      throw error.inSegment(index)
    }
    return Base64URL.text(of: encoder.bits)
  }
}
