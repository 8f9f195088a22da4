// SPDX-License-Identifier: MIT
import AdModel

/// A rule for what may be stored and is still unwise, or refused elsewhere.
///
/// A value that the model refuses is no rule here, for it cannot be stored. The raw values are
/// stable, for programs that pass over some of them. Cases may be added: `switch` over it with a
/// `default`.
public enum LintRule: String, CaseIterable, Hashable, Sendable {
  /// A targeting key is longer than Ad Manager keeps.
  case keyTooLong
  /// A targeting key holds a character that Ad Manager refuses.
  case keyCharacter
  /// A targeting key begins with a digit.
  case keyStartsWithDigit
  /// A targeting key cannot stand in an audience segment or a macro.
  case keyNotForMacros
  /// A targeting key is one of those that Prebid sets at an auction.
  case keyOfPrebid
  /// Two targeting keys are one to Ad Manager.
  case keyTwins
  /// A targeting value is longer than Ad Manager keeps.
  case valueTooLong
  /// A targeting value holds a character that Ad Manager refuses.
  case valueCharacter
  /// Two values of a key are one to Ad Manager.
  case valueTwins
  /// A targeting value looks like an e-mail address, a phone number or an advertising id.
  case personalValue
  /// A targeting key is spelled in several ways, which are one to Ad Manager.
  case keySpellings
  /// Several units stand at one position of a page.
  case samePosition
  /// A declared size is smaller than the container can be.
  case sizeTooSmall
  /// A rule is silenced of which nothing is found, or that there is not.
  case idleSilence
  /// Several units have one Ad Manager path.
  case samePath
  /// Paths differ by letter case alone, and lead to one ad unit.
  case pathSpellings
  /// Ids of units, or names of pages, differ by letter case alone.
  case nameSpellings
  /// An Ad Manager path has more levels than ad units most often can.
  case deepPath
  /// The network code of an Ad Manager path is nobody's.
  case noNetwork
  /// Everything that a unit sends is long for a request.
  case tooMuchTargeting
  /// A code of the Ad Manager path is longer than an ad unit's can be.
  case codeTooLong
  /// A code of the Ad Manager path holds a character that no ad unit's can.
  case codeCharacter
  /// A code of the Ad Manager path is one that Ad Manager keeps for itself.
  case codeReserved
  /// No declared size fits the container.
  case noSizeFits
  /// A declared size does not fit the container.
  case sizeTooLarge
  /// A declared size is none that many creatives are made in.
  case uncommonSize
  /// No size is declared.
  case noSizes
  /// The unit stands on no page.
  case noPage
  /// The thresholds of a page invite churn.
  case churn

  /// How much a finding matters. These cases are all; none will be added.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// It will not work, or must not be done.
    case error
    /// It works, and does something else than was probably meant.
    case warning
    /// It may be as it should be.
    case hint
  }

  /// How much a finding by this rule matters.
  public var severity: Severity {
    switch self {
    case .keyTooLong, .keyCharacter, .keyStartsWithDigit, .valueTooLong, .valueCharacter,
      .personalValue, .codeTooLong, .codeCharacter, .codeReserved, .noNetwork, .noSizeFits:
      .error
    case .keyOfPrebid, .keyTwins, .keySpellings, .valueTwins, .tooMuchTargeting, .sizeTooLarge,
      .sizeTooSmall, .samePosition, .pathSpellings, .nameSpellings, .deepPath, .churn:
      .warning
    case .keyNotForMacros, .samePath, .uncommonSize, .noSizes, .noPage, .idleSilence: .hint
    }
  }

  /// The allowed values, in words.
  public var limit: String {
    switch self {
    case .keyTooLong: "\(AdManagerLimits.longestKey) characters"
    case .keyCharacter: "none of \(AdManagerLimits.refusedText) and no white space"
    case .keyStartsWithDigit: "no digit in front"
    case .keyNotForMacros: "A to Z, a to z, 0 to 9 and _"
    case .keyOfPrebid: "no key in hb_"
    case .keyTwins, .keySpellings, .valueTwins: "capital letters make no difference"
    case .valueTooLong: "\(AdManagerLimits.longestValue) characters"
    case .valueCharacter: "none of \(AdManagerLimits.refusedText)"
    case .personalValue: "nothing by which Google could recognise a person"
    case .tooMuchTargeting: "\(AdManagerLimits.longestTargeting) characters"
    case .codeTooLong: "\(AdManagerLimits.longestCode) characters"
    case .codeCharacter: "letters, digits and \(AdManagerLimits.codeText)"
    case .codeReserved: "not ca-*pub-*-tag"
    case .noSizeFits: "the widths and heights that the container can have"
    case .sizeTooLarge: "the greatest width and height of the container"
    case .sizeTooSmall: "the least width and height of the container"
    case .samePosition: "one unit at a position"
    case .samePath: "a path for each place"
    case .pathSpellings, .nameSpellings: "capital letters make no difference"
    case .deepPath: "\(AdManagerLimits.mostLevels) levels below the network"
    case .noNetwork: "a network code above 0"
    case .idleSilence: "rules of which something is found"
    case .uncommonSize: "the sizes that most creatives have"
    case .noSizes: "at least one size"
    case .noPage: "a page"
    case .churn: "no refresh within 30 seconds"
    }
  }

  /// Where the rule comes from.
  public var source: String {
    switch self {
    case .keyTooLong, .valueTooLong: "support.google.com/admanager/answer/1628457"
    case .keyCharacter, .keyStartsWithDigit, .keyNotForMacros, .keyTwins, .keySpellings,
      .valueCharacter, .valueTwins:
      "support.google.com/admanager/answer/10020177"
    case .keyOfPrebid: "docs.prebid.org/adops/key-values.html"
    case .personalValue: "developers.google.com/publisher-tag/guides/key-value-targeting"
    case .tooMuchTargeting: "support.google.com/dfp_premium/answer/1628457 (of 2012)"
    case .codeTooLong: "support.google.com/admanager/answer/177203"
    case .codeCharacter, .codeReserved: "Ad Manager API, AdUnitCodeError.Reason"
    case .noSizeFits, .sizeTooLarge, .sizeTooSmall, .noSizes:
      "developers.google.com/publisher-tag/guides/ad-sizes"
    case .uncommonSize: "support.google.com/displayvideo/answer/3017252"
    case .samePosition: "a page's units are placed by their positions"
    case .samePath, .pathSpellings: "support.google.com/admanager/answer/177203"
    case .nameSpellings: "people and other systems take them for one"
    case .deepPath: "Ad Manager API, AdUnitHierarchyError.Reason"
    case .noNetwork: "developers.google.com/publisher-tag/guides/get-started"
    case .idleSilence: "a silence that hides nothing would hide what comes"
    case .noPage: "the lazy-loading manager loads a page's units"
    case .churn: "support.google.com/admanager/answer/6022114"
    }
  }

  /// The remedy for a finding.
  public var advice: String {
    switch self {
    case .keyTooLong: "shorten the key, here and in Ad Manager"
    case .keyCharacter, .keyStartsWithDigit: "give the key another name"
    case .keyNotForMacros: "keep to these where a segment or a macro shall use the key"
    case .keyOfPrebid: "leave the key to Prebid"
    case .keyTwins: "keep one of the two"
    case .keySpellings: "spell it in one way everywhere"
    case .samePosition: "give each its own position"
    case .samePath: "give each its own path, unless one ad unit fills several places"
    case .pathSpellings, .nameSpellings: "spell it in one way everywhere"
    case .deepPath: "check that the ad unit exists"
    case .noNetwork: "correct the network code of the path"
    case .idleSilence: "take the rule out of those that are silenced"
    case .valueTooLong: "shorten the value, here and in Ad Manager"
    case .valueCharacter: "spell the value without it"
    case .valueTwins: "keep one of the two"
    case .personalValue: "remove the value, and find out who set it"
    case .tooMuchTargeting: "send less, or check that requests arrive whole"
    case .codeTooLong, .codeCharacter, .codeReserved: "correct the path: the ad unit cannot exist"
    case .noSizeFits: "change the limits, or declare a size that fits"
    case .sizeTooSmall: "lower the minimum, or do not declare the size"
    case .sizeTooLarge: "raise the maximum, or do not declare the size"
    case .uncommonSize: "make sure that creatives of this size exist"
    case .noSizes: "declare the sizes that creatives may have"
    case .noPage: "set the page, unless the app loads the unit itself"
    case .churn: "set other thresholds for the page"
    }
  }
}
