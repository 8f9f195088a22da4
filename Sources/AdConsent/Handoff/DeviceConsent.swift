// SPDX-License-Identifier: MIT
import AdModel

/// What a consent platform left in a device's settings: the strings, which laws they are of, and
/// what of it cannot be believed.
///
/// The strings say what was answered. What a platform parsed of them stands beside them, and is only
/// compared. Empty texts are absent; entries of TCF 1 (`IABConsent_`) are not read. Device settings are
/// part of a device's backups, so an old yes may come back by them.
///
/// Source: IAB Tech Lab, "CMP API v2", in-app details, and Global Privacy Platform, "CMP API", in-app
/// details.
public struct DeviceConsent: Hashable, Sendable {
  /// An entry that cannot be believed.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it. Cases may be added: `switch` over it with a `default`.
    public enum Code: String, CaseIterable, Hashable, Sendable {
      /// Its value has not the type or the form that the specification gives it; it counts as absent.
      case unreadable
      /// It says something else than the string that it was parsed from: it may be half of a rewrite.
      case disagreeing
    }

    /// The name of the entry.
    public let key: String
    /// What is wrong with it.
    public let code: Code

    /// The fault in words, without the value.
    public var description: String {
      switch code {
      case .unreadable: "\(key) has not the form that its specification gives it"
      case .disagreeing: "\(key) says something else than the string that it was parsed from"
      }
    }
  }

  /// Whether the GDPR applies; nil where the platform has not found out.
  public let gdprApplies: Bool?
  /// The strings that can be read, byte for byte.
  public let strings: ConsentStrings
  /// The sections of the GPP string whose laws apply: none where no law does, nil where nobody knows.
  package let applicableSections: [GPPSectionID]?
  /// What cannot be believed, in the order of the entries' names.
  public let faults: [Fault]

  /// Reads the entries of a device, of which others are ignored.
  ///
  /// - Parameter keys: All entries at one moment; a name that stands twice counts as it stands last.
  public init(_ keys: [DeviceKey]) {
    var reader = Reader(keys)
    gdprApplies = reader.flag(DeviceKey.Name.gdprApplies)
    strings = ConsentStrings(
      tc: reader.text(DeviceKey.Name.tcString) { _ = try TCString(decoding: $0) },
      additionalConsent: reader.text(DeviceKey.Name.additionalConsent) {
        _ = try AdditionalConsent(decoding: $0)
      },
      gpp: reader.text(DeviceKey.Name.gppString) {
        _ = try ConsentSignals(ConsentStrings(gpp: $0))
      },
      usPrivacy: reader.text(DeviceKey.Name.usPrivacy) { _ = try USPrivacyString(decoding: $0) })
    applicableSections = reader.sections(DeviceKey.Name.gppSections)
    reader.compare(with: strings.tc)
    faults = reader.faults.sorted { $0.key < $1.key }
  }

  /// Whether both tell the same, byte for byte, whatever was parsed of it.
  public func tellsTheSame(as other: DeviceConsent) -> Bool {
    gdprApplies == other.gdprApplies && strings == other.strings
      && applicableSections == other.applicableSections
  }

  /// Whether nothing is told: no platform has written yet, or what it wrote is gone.
  public var isEmpty: Bool {
    gdprApplies == nil && strings.isEmpty && applicableSections == nil
  }
}

extension DeviceConsent {
  /// Takes entries by their names, and notes what cannot be read.
  private struct Reader {
    private let values: [String: DeviceKey.Value]
    private(set) var faults: [Fault] = []

    init(_ keys: [DeviceKey]) {
      values = Dictionary(keys.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// A yes or no, which platforms write as a number, a truth value or a text.
    mutating func flag(_ name: String) -> Bool? {
      switch values[name] {
      case nil: return nil
      case .number(0): return false
      case .number(1): return true
      case .string(let text) where text.isBlank: return nil
      case .string("0"), .string("false"), .string("NO"): return false
      case .string("1"), .string("true"), .string("YES"): return true
      case .number, .string: return refuse(name)
      }
    }

    mutating func text(_ name: String, _ check: (String) throws -> Void) -> String? {
      switch values[name] {
      case nil: return nil
      case .string(let text) where text.isBlank: return nil
      case .string(let text):
        do {
          try check(text)
          return text
        } catch {
          return refuse(name)
        }
      case .number: return refuse(name)
      }
    }

    /// Numbers of sections with `_` between them: -1 says that none applies, 0 that nobody knows yet.
    mutating func sections(_ name: String) -> [GPPSectionID]? {
      let text: String
      switch values[name] {
      case nil: return nil
      case .number(let number): text = String(number)
      case .string(let written): text = written
      }
      if text.isBlank || text == "0" { return nil }
      if text == "-1" { return [] }
      let numbers = text.split(separator: "_", omittingEmptySubsequences: false).map { Int($0) }
      let ids = numbers.compactMap { $0 }.filter { (1...4095).contains($0) }
      guard ids.count == numbers.count else { return refuse(name) }
      return ids.map { GPPSectionID(rawValue: $0) }
    }

    /// Finds the entries that say something else than the TC string; what follows the last 1 of a text
    /// of digits may be cut.
    mutating func compare(with text: String?) {
      guard let text, let statement = try? ConsentStatement(tcString: text),
        let relayed = try? RelayedConsent(of: statement)
      else { return }
      for key in relayed.deviceKeys where key.name.hasPrefix("IABTCF_") {
        guard let found = values[key.name], !found.isBlank, key.name != DeviceKey.Name.gdprApplies,
          !found.tells(key.value)
        else { continue }
        faults.append(Fault(key: key.name, code: .disagreeing))
      }
    }

    private mutating func refuse<Value>(_ name: String) -> Value? {
      faults.append(Fault(key: name, code: .unreadable))
      return nil
    }
  }
}

extension DeviceKey.Value {
  fileprivate var isBlank: Bool { if case .string(let text) = self { text.isBlank } else { false } }

  /// Whether an entry says what it should; zeros at the end of digits, one an id, may be cut, and a
  /// number may be written as a text.
  fileprivate func tells(_ value: DeviceKey.Value) -> Bool {
    switch (self, value) {
    case (.string(let found), .string(let text)): found.withoutLastZeros == text.withoutLastZeros
    case (.string(let found), .number(let number)): Int(found) == number
    case (.number(let found), .number(let number)): found == number
    case (.number, .string): false
    }
  }
}

extension String {
  fileprivate var withoutLastZeros: Substring {
    let last = lastIndex { $0 != "0" }
    return last.map { self[...$0] } ?? ""
  }

  fileprivate var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
