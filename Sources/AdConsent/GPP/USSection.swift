// SPDX-License-Identifier: MIT
import AdModel

/// A section of the United States in a GPP string, decoded: US National or a state's.
///
/// Every section has its own fields; they stand in one table, and are read by their names here.
/// Relay the section's text as it came.
///
/// Source: IAB Tech Lab, Global Privacy Platform, "Section Information", sections 7 to 27.
package struct USSection: Hashable, Sendable {
  /// The value of a field.
  package enum Value: Hashable, Sendable {
    /// A number.
    case number(Int)
    /// A list of numbers: one for each category of data, or for each age of a child.
    case numbers([Int])
    /// A bit.
    case flag(Bool)
  }

  /// One field with what the section says.
  package struct Field: Hashable, Sendable {
    /// The name in the words of the specification: `SaleOptOut`.
    package let name: String
    /// What the section says.
    package let value: Value
    /// The segment that it stands in, 0 for the core.
    package let segment: Int
    let meaning: GPPField.Meaning?
  }

  /// A value that the specification does not allow; the section can be read all the same.
  package struct InvalidField: Hashable, Sendable, CustomStringConvertible {
    /// The section.
    package let section: GPPSectionID
    /// The segment, 0 for the core.
    package let segment: Int
    /// The bit of the segment where the value starts.
    package let bit: Int
    /// The field.
    package let field: String
    /// The limits, and what was found.
    package let reason: String

    /// One line for people: where and why.
    package var description: String {
      "section \(section.displayText), segment \(segment), bit \(bit), \(field): \(reason)"
    }
  }

  /// The section's number.
  package let id: GPPSectionID
  /// The version that the section says it has.
  package let version: Int
  /// The fields in the order of the section. Those of a segment that is missing are not told.
  package let fields: [Field]
  /// The values that no version of the section allows; whoever finds one has no leave.
  package let invalidFields: [InvalidField]

  /// Finds a field by its name.
  package subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

  /// The fields that say that the person opted out: of sale, sharing or targeted advertising, or by
  /// Global Privacy Control.
  package var optOuts: [String] {
    fields.filter { field in
      switch (field.meaning, field.value) {
      case (.optOut, .number(let number)): number == 1
      case (.globalPrivacyControl, .flag(let isSet)): isSet
      default: false
      }
    }
    .map(\.name)
  }

  /// Whether the section says that the person did not opt out of something, and that notice was given of
  /// every such chance.
  var tellsLeave: Bool {
    let kept = fields.filter { $0.meaning == .optOut && $0.value == .number(2) }
    return !kept.isEmpty && kept.allSatisfy { self[$0.name + "Notice"] == .number(1) }
  }

  /// How the section says that the person's age restricts the ads.
  ///
  /// A known child is one whether somebody agreed or not (Google, "GPP", answer/14117049). Maryland's
  /// section has no such field.
  package var ageTreatment: AgeTreatment {
    fields.reduce(.unspecified) { most, field in
      guard case .knownChild(let ages) = field.meaning else { return most }
      let numbers =
        switch field.value {
        case .number(let number): [number]
        case .numbers(let numbers): numbers
        case .flag: [Int]()
        }
      // A value that is not valid is told for itself, and is not taken for an adult's.
      return zip(ages, numbers).filter { $0.1 != 0 }.map(\.0).reduce(most, max)
    }
  }
}

extension USSection {
  /// Reads a section; nil where it is none of the United States or of a version that nobody has
  /// published.
  ///
  /// A core whose last letter is missing is read as if it were there and zero, and zeros may follow
  /// the last field. Takes time in proportion to the length.
  /// - Throws: ``GPPSectionError`` for a malformed section.
  package init?(_ id: GPPSectionID, decoding text: String) throws(GPPSectionError) {
    guard let layout = GPPSectionLayout.all.first(where: { $0.id == id }) else { return nil }
    let segments = Array(text.utf8).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var reader = try USSegmentReader(id, 0, segments[0])
    guard let version = try reader.peekVersion(), layout.cores.indices.contains(version - 1) else {
      return nil
    }
    self.id = id
    self.version = version
    let told = layout.cores[version - 1]
    // US National was lengthened, and both lengths are written with either version number.
    let written = layout.cores.last { reader.fits($0) } ?? told
    var fields = Self.fitted(try reader.read(written), to: told)
    var invalid = reader.invalidFields
    if segments.count > 1 {
      guard segments.count == 2, !layout.second.isEmpty else {
        let place = layout.second.isEmpty ? 1 : 2
        throw GPPSectionError(
          SegmentFault(
            code: .unknownSegment, bit: 0, field: nil,
            reason: "the section has \(segments.count.counted("segment")); it may have \(place)"),
          in: id, segment: place)
      }
      var second = try USSegmentReader(id, 1, segments[1])
      fields += try second.read(layout.second)
      invalid += second.invalidFields
    }
    self.fields = fields
    invalidFields = invalid
  }

  /// The fields that a version tells, with lists cut or lengthened to its own length.
  private static func fitted(_ fields: [Field], to told: [GPPField]) -> [Field] {
    zip(fields, told).map { field, row in
      guard case .numbers(let numbers) = field.value, case .numbers(let count) = row.form else {
        return field
      }
      let missing = [Int](repeating: 0, count: max(0, count - numbers.count))
      return Field(
        name: field.name, value: .numbers(numbers.prefix(count) + missing), segment: field.segment,
        meaning: field.meaning)
    }
  }
}

/// Reads the fields of one segment from its letters, row by row.
private struct USSegmentReader {
  private let section: GPPSectionID
  private let segment: Int
  private var bits: BitReader
  private(set) var invalidFields: [USSection.InvalidField] = []

  init(
    _ section: GPPSectionID, _ segment: Int, _ text: ArraySlice<UInt8>
  ) throws(GPPSectionError) {
    self.section = section
    self.segment = segment
    do throws(SegmentFault) {
      let letters = Array(text)
      bits = try BitReader(segment: letters, letters.indices)
    } catch {
      throw GPPSectionError(error, in: section, segment: segment)
    }
  }

  /// The version at the start, which is not taken.
  func peekVersion() throws(GPPSectionError) -> Int? {
    var peek = bits
    return peek.read(6).map(Int.init)
  }

  /// Whether the segment has all bits of the rows.
  func fits(_ rows: [GPPField]) -> Bool { Self.width(of: rows) <= bits.count }

  mutating func read(_ rows: [GPPField]) throws(GPPSectionError) -> [USSection.Field] {
    let missing = Self.width(of: rows) - bits.count
    if (1..<6).contains(missing) { bits.appendZeros(missing) }
    var fields: [USSection.Field] = []
    for row in rows {
      let value: USSection.Value =
        switch row.form {
        case .number(let width, let valid): .number(try number(width, valid, row.name))
        case .numbers(let count): .numbers(try numbers(count, row.name))
        case .flag: .flag(try take(1, row.name) == 1)
        }
      fields.append(
        USSection.Field(name: row.name, value: value, segment: segment, meaning: row.meaning))
    }
    if let bit = bits.firstSetBit() {
      throw error(
        .trailingBits, at: bit, nil,
        "the fields end at bit \(bits.position), and only zeros may follow")
    }
    return fields
  }

  private static func width(of rows: [GPPField]) -> Int { rows.reduce(0) { $0 + $1.width } }

  private mutating func numbers(_ count: Int, _ field: String) throws(GPPSectionError) -> [Int] {
    var numbers: [Int] = []
    for _ in 0..<count { numbers.append(try number(2, 0...2, field)) }
    return numbers
  }

  private mutating func number(
    _ width: Int, _ valid: ClosedRange<Int>, _ field: String
  ) throws(GPPSectionError) -> Int {
    let start = bits.position
    let number = Int(try take(width, field))
    if !valid.contains(number) {
      invalidFields.append(
        USSection.InvalidField(
          section: section, segment: segment, bit: start, field: field,
          reason: "\(number) is not within \(valid.lowerBound) to \(valid.upperBound)"))
    }
    return number
  }

  private mutating func take(_ width: Int, _ field: String) throws(GPPSectionError) -> UInt64 {
    guard let value = bits.read(width) else {
      throw error(
        .truncated, at: bits.position, field,
        "\(width) bits are needed and \(bits.remaining) are left")
    }
    return value
  }

  private func error(
    _ code: TCStringError.Code, at bit: Int, _ field: String?, _ reason: String
  ) -> GPPSectionError {
    GPPSectionError(
      SegmentFault(code: code, bit: bit, field: field, reason: reason), in: section,
      segment: segment)
  }
}
