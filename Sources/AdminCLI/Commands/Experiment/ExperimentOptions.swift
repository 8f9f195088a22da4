// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// What commands about experiments take alike.
enum ExperimentOptions {
  static let experiment = Argument(.experiment, "The experiment.")
  static let fields = FieldOptions(FieldTable<Experiment>.experiments)
  static let arm = Option(
    "arm", ValueKind<GivenArm>.givenArm,
    "An arm with its share of the phones in percent, and what is otherwise for them: wide=5,fetch=1700.",
    repeats: true)

  /// What can be otherwise, as an arm names it.
  static let settings = ArmSettings.fields.compactMap(\.option)

  static let details = """
    The first arm is the one that the others are compared with; mostly it has no settings, and so goes by \
    the page. The others may have these otherwise: \(settings.joined(separator: ", ")). A phone belongs to \
    an arm by a hash of its random id, as long as the experiment runs. A phone in no arm goes by the page.
    """
}

/// An arm as a command line gives it: `wide=5,fetch=1700,display=200`.
struct GivenArm: Sendable {
  let id: ArmID
  /// In percent.
  let share: Double
  var settings = ArmSettings()
}

extension GivenArm {
  /// Reads one; nil where the text has another form.
  init?(_ text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    guard parts.allSatisfy({ $0.count == 2 }), let first = parts.first,
      let share = try ValueKind<Double>.percent(upTo: 100).read(first[1])
    else { return nil }
    var settings = ArmSettings()
    for pair in parts.dropFirst() {
      guard let field = ArmSettings.fields.first(where: { $0.option == pair[0] }) else {
        let near = Spelling.nearest(to: pair[0], in: ExperimentOptions.settings)
        throw InvalidValue(
          .malformed, field: "arm '\(first[0])'",
          reason: "cannot have \(pair[0].quotedForDisplay) otherwise"
            + (near.map { "; did you mean '\($0)'?" }
              ?? "; it can have \(ExperimentOptions.settings.joined(separator: ", "))"))
      }
      let kind = ValueKind<JSONValue>.field(field.kind)
      guard let value = try kind.read(pair[1]) else {
        throw InvalidValue(
          .malformed, field: "arm '\(first[0])'",
          reason: "has \(pair[0]) \(pair[1].quotedForDisplay); expected \(kind.shape.expected)")
      }
      try settings.set(field, to: value)
    }
    self.init(id: try ArmID(first[0]), share: share, settings: settings)
  }
}

extension ValueKind where Value == GivenArm {
  /// An arm with its share and settings.
  static let givenArm = ValueKind(
    "ARM", expected: "an arm, its share in percent, and settings: NAME=5,fetch=1700"
  ) { try GivenArm($0) }
}

extension Experiment {
  /// Takes arms as they were given: those that are new come behind the others, the others get another share
  /// and, while nobody goes by them, other settings.
  /// - Throws: `InvalidValue` where shares are more than 100 % or become smaller while it runs, or settings
  ///   change then.
  mutating func take(_ given: [GivenArm]) throws(InvalidValue) {
    for one in given {
      if let place = arms.firstIndex(where: { $0.id == one.id }) {
        if state == .draft {
          arms[place].buckets = BucketRanges()
          arms[place].settings = one.settings
        } else if !one.settings.isEmpty, one.settings != arms[place].settings {
          throw InvalidValue(
            .contradiction, field: "arm '\(one.id)'",
            reason: "cannot get other settings while it runs; add another experiment for them")
        }
      } else if state == .draft {
        arms.append(Arm(id: one.id, settings: one.settings))
      } else {
        throw InvalidValue(
          .contradiction, field: "arm '\(one.id)'",
          reason: "is new; arms come before the start. It has \(armWords)")
      }
      try grow(one.id, to: one.share)
    }
  }

  /// The arms in one line: `control 5 %; wide 5 % (fetch 1700)`.
  var armWords: String {
    arms.map { arm in
      "\(arm.id) \(arm.buckets.share.formatted) %"
        + (arm.settings.isEmpty ? "" : " (\(arm.settings.words))")
    }.joined(separator: "; ")
  }
}
