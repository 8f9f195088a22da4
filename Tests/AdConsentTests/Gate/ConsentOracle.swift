// SPDX-License-Identifier: MIT

/// Something that a person said, for the oracle: no record, no string, no gate.
struct Said: Hashable, Sendable {
  enum Kind: Hashable, CaseIterable, Sendable {
    case yes, no, withdrawal, optOut, controlOn, controlOff, applies, notice
    /// A TC string that was found and tells only its day.
    case foundYes, foundNo
    /// The app tells that the person is a child, a teenager, or neither.
    case child, teen, grown
    /// A TC string of an earlier day, told as if it had been given now.
    case oldYes, oldNo
  }

  enum Place: Int, CaseIterable, Sendable { case europe, california, texas, nowhere }

  let kind: Kind
  let place: Place
  /// When it was said, in hours; a found string of a day tells the first hour of it.
  let hour: Int
  /// The first hour of the day of an old string.
  var day = 0
}

/// What must load, written from the rule and from nothing else.
///
/// 0 is nothing, 1 limited, 2 non-personalised and 3 personalised ads.
struct ConsentOracle {
  let said: Set<Said>
  /// Whether everything has run out.
  let isLate: Bool
  let silenceIsLeave: Bool

  func freedom(in place: Said.Place?) -> Int {
    guard let place else {
      let answered = Said.Place.allCases.filter { place in said.contains { $0.isAnswer(in: place) }
      }
      let known = answered.isEmpty ? Set(said.map(\.place)) : Set(answered)
      return known.map { self.freedom(in: $0) }.min() ?? 0
    }
    // Taken back anywhere, and not given again there.
    let last = Said.Place.allCases.map { place in
      Self.newest(said.filter { $0.isAnswer(in: place) })
    }
    if last.joined().contains(where: { $0.kind == .withdrawal }) { return 0 }
    let own = last[place.rawValue]
    var freedom: Int
    if place == .europe {
      if own.isEmpty || isLate { return 0 }
      freedom = own.map(\.freedom).min() ?? 0
    } else {
      let standing = own.filter { !isLate || $0.freedom < 3 }
      let notes = said.filter { $0.place == place && !$0.isAnswer(in: place) }
      if standing.isEmpty, own.isEmpty, notes.isEmpty { return 0 }
      let isLeave = silenceIsLeave && notes.contains { $0.kind == .notice }
      freedom = standing.map(\.freedom).min() ?? (isLeave ? 3 : 2)
    }
    // A no of another place, an opt-out told there, and GPC.
    let others = Said.Place.allCases.filter { $0 != place }
    if others.contains(where: { other in last[other.rawValue].contains { $0.freedom < 3 } }) {
      freedom = min(freedom, 2)
    }
    let strays = said.filter {
      $0.kind == .optOut && ($0.place == .europe || $0.place == .nowhere)
    }
    let aboutCalifornia = Self.newest(
      strays.union(said.filter { $0.isAnswer(in: .california) }))
    if !strays.isEmpty, aboutCalifornia.contains(where: { $0.freedom < 3 }) {
      freedom = min(freedom, 2)
    }
    let grown = said.filter { $0.kind == .grown }
    let isYoung = said.contains { one in
      [.child, .teen].contains(one.kind) && !grown.contains { $0.surelyFollows(one) }
    }
    if isYoung { freedom = min(freedom, 2) }
    for other in Said.Place.allCases {
      let told = said.filter {
        $0.place == other && ($0.kind == .controlOn || $0.kind == .controlOff)
      }
      if Self.newest(told).contains(where: { $0.kind == .controlOn }) { freedom = min(freedom, 2) }
    }
    return freedom
  }

  /// Those that may be the last: the one that surely was said last, and whatever it does not surely
  /// follow.
  private static func newest(_ said: Set<Said>) -> Set<Said> {
    said.filter { one in !said.contains { $0.surelyFollows(one) } }
  }
}

extension Said {
  func isAnswer(in place: Place) -> Bool {
    self.place == place
      && ![.controlOn, .controlOff, .applies, .notice, .child, .teen, .grown].contains(kind)
  }

  fileprivate var freedom: Int {
    switch kind {
    case .yes, .foundYes, .oldYes: 3
    case .no, .foundNo, .oldNo: place == .europe ? 1 : 2
    case .optOut: 2
    case .withdrawal, .controlOn, .controlOff, .applies, .notice, .child, .teen, .grown: 0
    }
  }

  private var isFound: Bool { [.foundYes, .foundNo, .oldYes, .oldNo].contains(kind) }

  private var earliest: Int { kind == .oldYes || kind == .oldNo ? day : hour }

  fileprivate func surelyFollows(_ other: Said) -> Bool {
    earliest == other.hour ? !isFound && other.isFound : earliest > other.hour
  }
}
