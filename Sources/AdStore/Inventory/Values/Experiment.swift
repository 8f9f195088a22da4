// SPDX-License-Identifier: MIT
package import AdModel

/// A comparison of settings for a page among the phones of many people.
///
/// A store belongs to an arm by a hash of its random id (``BucketRanges``), from the start of the
/// experiment to its end; a store whose bucket no arm owns goes by what the page says.
package struct Experiment: Hashable, Sendable {
  /// How far it has come.
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// It is being prepared, and changes nothing.
    case draft
    /// Its arms hold.
    case running
    /// It has ended, and the page is as it was.
    case stopped
    /// It has ended, and the page is as one of its arms was.
    case adopted
  }

  /// A share of the stores, with what is otherwise for them.
  package struct Arm: Hashable, Sendable {
    /// Its name.
    package var id: ArmID
    /// The buckets that it owns.
    package var buckets: BucketRanges
    /// What is otherwise than the page says; nothing for the arm that the others are compared with.
    package var settings: ArmSettings

    /// Describes an arm.
    package init(
      id: ArmID, buckets: BucketRanges = BucketRanges(), settings: ArmSettings = ArmSettings()
    ) {
      self.id = id
      self.buckets = buckets
      self.settings = settings
    }
  }

  /// The most arms.
  package static let mostArms = 10

  /// The experiment's name.
  package var id: ExperimentID
  /// The page; nil for all pages.
  package var page: PageID?
  /// What makes its split of the stores independent of others'.
  package var salt: String
  /// The arms, the one that the others are compared with first.
  package var arms: [Arm] = []
  /// What shall become better; nil while nobody has said.
  package var goal: ExperimentMetric?
  /// What must not become worse.
  package var guards: [ExperimentMetric] = []
  /// The smallest difference of the goal that it is to see, in percent.
  package var difference: Double?
  /// How many stores each arm needs to see it.
  package var plannedStores: Int?
  /// For how many days it is to run.
  package var plannedDays: Int?
  /// How far it has come.
  package internal(set) var state = State.draft
  /// When it was started last.
  package internal(set) var startedAt: Timestamp?
  /// When it ended.
  package internal(set) var endedAt: Timestamp?
  /// The arm whose settings the page got.
  package internal(set) var adopted: ArmID?

  /// Describes a draft.
  package init(id: ExperimentID, page: PageID? = nil, salt: String) {
    self.id = id
    self.page = page
    self.salt = salt
  }

  /// The arm of a name.
  package func arm(_ id: ArmID) -> Arm? { arms.first { $0.id == id } }

  /// The arm of a store by its random id, as the 32 digits that exports have; nil for a store that is in
  /// none.
  package func arm(ofStore store: String) -> Arm? {
    let bucket = BucketRanges.bucket(ofStore: store, salt: salt)
    return arms.first { $0.buckets.contains(bucket) }
  }

  /// Gives an arm more of the stores, of those that no arm has: nobody changes from one to another.
  /// - Parameter share: Its share from now on, in percent, to two decimals.
  /// - Throws: `InvalidValue` with `outOfRange` where so many are not left, or it has more already.
  package mutating func grow(_ id: ArmID, to share: Double) throws(InvalidValue) {
    let field = "share of arm '\(id)'"
    let exact = share * Double(BucketRanges.count) / 100
    let wanted = exact.rounded()
    guard share > 0, share <= 100, abs(exact - wanted) < 1e-6 else {
      throw InvalidValue(
        .outOfRange, field: field,
        reason: "is \(share.formatted) %; give a share above 0 and up to 100, to two decimals")
    }
    guard let place = arms.firstIndex(where: { $0.id == id }) else {
      throw InvalidValue(
        .malformed, field: "arm",
        reason: "'\(id)' is none of \(arms.map(\.id.rawValue).joined(separator: ", "))")
    }
    var missing = Int(wanted) - arms[place].buckets.size
    guard missing >= 0 else {
      throw InvalidValue(
        .outOfRange, field: field,
        reason:
          "is \(arms[place].buckets.share.formatted) % already; a share only grows, or stores would "
          + "change what they go by")
    }
    let left = BucketRanges.count - arms.reduce(0) { $0 + $1.buckets.size }
    guard missing <= left else {
      throw InvalidValue(
        .outOfRange, field: field,
        reason: "would make the shares more than 100 %: "
          + "\((Double(left) * 100 / Double(BucketRanges.count)).formatted) % are left")
    }
    // From the free end on, and only where that is full in what lies between.
    let end = arms.flatMap(\.buckets.ranges).map(\.upperBound).max() ?? -1
    for range in free(from: end + 1) + free(from: 0) where missing > 0 {
      let taken = min(range.count, missing)
      arms[place].buckets.insert(range.lowerBound...(range.lowerBound + taken - 1))
      missing -= taken
    }
  }

  /// The ranges that no arm owns, from a bucket on.
  private func free(from first: Int) -> [ClosedRange<Int>] {
    var (next, found) = (first, [ClosedRange<Int>]())
    let owned = arms.flatMap(\.buckets.ranges).sorted { $0.lowerBound < $1.lowerBound }
    for range in owned where range.upperBound >= first {
      if range.lowerBound > next { found.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next < BucketRanges.count { found.append(next...(BucketRanges.count - 1)) }
    return found
  }

  /// Whether it goes on on the page of another, so that a store could be in both.
  func meets(_ other: Experiment) -> Bool {
    page == nil || other.page == nil || page == other.page
  }
}
