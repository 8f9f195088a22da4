// SPDX-License-Identifier: MIT

/// The numbers and texts of a track as bytes.
enum TrackBytes {
  /// How many steps a point has: halves, thirds and sixty-fourths of a point are whole steps, which
  /// is where screens and web pages put things.
  static let stepsPerPoint = 192.0
  /// Positions farther out than this are kept as they are.
  private static let greatestStep = 0x1p50

  /// A position in whole steps; nil where it is none.
  @inline(__always)
  static func steps(_ position: Double) -> Int64? {
    let scaled = (position * stepsPerPoint).rounded()
    guard scaled.magnitude < greatestStep, scaled / stepsPerPoint == position else { return nil }
    return Int64(scaled)
  }

  /// The position of a number of steps: exactly the one that ``steps(_:)`` was given.
  static func position(_ steps: Int64) -> Double { Double(steps) / stepsPerPoint }

  @inline(__always)
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  static func append(signed number: Int64, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: (number << 1) ^ (number >> 63)), to: &bytes)
  }

  /// Appends a number as its distance from another in steps, or where it has none as it is.
  static func append(_ number: Double, from base: Double, to bytes: inout [UInt8]) {
    if let steps = steps(number) {
      append(signed: (steps - (self.steps(base) ?? 0)) << 1, to: &bytes)
    } else {
      append(signed: 1, to: &bytes)
      var rest = number.bitPattern
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
    }
  }

  static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt64(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }
}

/// Reads what ``TrackBytes`` wrote; whatever the bytes are, it ends with a value or an error.
struct TrackByteReader {
  private let bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes are left.
  var left: Int { bytes.count - place }
  var isAtEnd: Bool { left == 0 }

  mutating func byte() throws(TrackError) -> UInt8 {
    guard place < bytes.count else { throw TrackError(place, "it ends within an event") }
    place += 1
    return bytes[place - 1]
  }

  mutating func number() throws(TrackError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw TrackError(place, "a number is too long")
  }

  mutating func signed() throws(TrackError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func double(from base: Double) throws(TrackError) -> Double {
    let code = try signed()
    if code & 1 == 0 {
      return TrackBytes.position((TrackBytes.steps(base) ?? 0) &+ (code >> 1))
    }
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    let number = Double(bitPattern: bits)
    guard number.isFinite else { throw TrackError(place, "a position is not finite") }
    return number
  }

  mutating func text() throws(TrackError) -> String {
    let count = try number()
    guard count <= UInt64(left) else {
      throw TrackError(place, "it ends within a text")
    }
    place += Int(count)
    return String(decoding: bytes[place - Int(count)..<place], as: UTF8.self)
  }
}

/// Why bytes are not a track.
package struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte at which it was seen, counted from 0.
  package let place: Int
  /// The fault.
  package let reason: String

  init(_ place: Int, _ reason: String) {
    self.place = place
    self.reason = reason
  }

  /// The place and the fault.
  package var description: String { "byte \(place): \(reason)" }
}
