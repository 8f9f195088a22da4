// SPDX-License-Identifier: MIT
package import AdModel

/// A law as it stands from one day to the next amendment: a row of the table of laws.
///
/// It is data with a date and no legal advice: whether a law is meant for a publisher, who may be
/// below its thresholds, is the publisher's to know.
package struct Law: Hashable, Sendable {
  /// The law.
  package let id: Regulation
  /// The law's name, with where it holds.
  package let name: String
  /// Where it holds: countries by two letters, states and provinces as `US-CA`.
  package let places: [String]
  /// The section of a GPP string in which it is answered, where there is one.
  package let section: GPPSectionID?
  /// The first moment of the row.
  package let since: Timestamp
  /// How silence is taken.
  package let model: ConsentModel
  /// Below which age nobody is shown personalised ads, whatever was agreed; nil where agreement, the
  /// own one or a parent's, makes it lawful.
  package let bannedBelow: Int?

  init(
    _ id: String, _ name: String, _ places: String, _ section: Int? = nil, since: String,
    _ model: ConsentModel, bannedBelow: Int? = nil
  ) {
    self.id = Regulation(known: id)
    self.name = name
    self.places = places.split(separator: " ").map(String.init)
    self.section = section.map { GPPSectionID(rawValue: $0) }
    self.since = (try? Timestamp(since + "T00:00:00Z")) ?? Timestamp(milliseconds: .max)
    self.model = model
    self.bannedBelow = bannedBelow
  }

  /// The rows of a law, oldest first; none of one that the table does not have.
  static func rows(of id: Regulation) -> [Law] { byID[id] ?? [] }

  /// The law of a place: of a country by two letters, or of a state or province as `US-CA`.
  ///
  /// Of the United States without a state it is `usnat`, and of Canada without a province Quebec's,
  /// the most careful. A part of a country that the table does not have is taken for the country.
  /// - Returns: The law, in force or not; nil for a place that the table does not have, where nothing
  ///   is known and an opt-in is to be asked for.
  package static func of(place: String) -> Regulation? {
    let place = place.uppercased()
    return byPlace[place] ?? byPlace[String(place.prefix { $0 != "-" })]
  }

  /// The ids of all laws, by name.
  package static var ids: [Regulation] { byID.keys.sorted() }

  private static let byID = Dictionary(grouping: all, by: \.id)

  private static let byPlace = Dictionary(
    all.flatMap { law in law.places.map { ($0, law.id) } }, uniquingKeysWith: { $1 })
}

extension Regulation {
  /// What the table says of the law on a day; the last row before the day that amended it. A law
  /// that is not in force yet asks for nothing.
  package func law(at time: Timestamp) -> Law? {
    Law.rows(of: self).last { $0.since <= time }
  }

  /// How silence is taken under this law on a day.
  package func model(at time: Timestamp) -> ConsentModel {
    let rows = Law.rows(of: self)
    guard !rows.isEmpty else { return .optIn }
    return rows.last { $0.since <= time }?.model ?? .unregulated
  }

  /// The first day after a time on which the law takes silence otherwise; nil where none is known.
  func modelChange(after time: Timestamp) -> Timestamp? {
    let model = model(at: time)
    return Law.rows(of: self).first { $0.since > time && $0.model != model }?.since
  }

  /// Whether it is a law of the United States: a state's, or all of them by the national approach.
  private var isOfUnitedStates: Bool {
    Law.rows(of: self).contains { law in
      law.section == .usNational
        || law.model == .optOut && law.places.contains { $0.hasPrefix("US-") }
    }
  }

  /// Whether the law is answered in a section of a GPP string: in its own, and where it is one of the
  /// United States in those that are of all its states.
  func isAnswered(in id: GPPSectionID) -> Bool {
    id == section || isOfUnitedStates && (id == .usPrivacy || id == .usNational)
  }

  /// How the law, once in force, takes silence.
  var model: ConsentModel { Law.rows(of: self).last?.model ?? .optIn }

  /// The section of a GPP string in which the law is answered.
  var section: GPPSectionID? { Law.rows(of: self).last?.section }

  /// Whether answers are told by a TC string and `gdprApplies`.
  package var isToldByTCF: Bool { section == .tcfEU }
}
