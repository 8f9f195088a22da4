// SPDX-License-Identifier: MIT
import AdModel

/// The limits of Google Ad Manager for key-values and ad unit codes, where it allows less than the
/// model stores; the sources are those of the ``LintRule``s.
enum AdManagerLimits {
  /// The greatest number of characters of a key; longer ones are cut.
  static let longestKey = 20
  /// The greatest number of characters of a value.
  static let longestValue = 40
  /// The number of characters of all keys and values that a request was once limited to.
  static let longestTargeting = 2_000
  /// The greatest number of characters of one code of a path.
  static let longestCode = 100
  /// How many codes a path has at most, where nothing special was agreed.
  static let mostLevels = 6
  /// The characters that neither keys nor values may hold.
  static let refused = Set("\"'=!+#*~;^()<>[]".unicodeScalars)
  /// ``refused``, for people.
  static let refusedText = "\" ' = ! + # * ~ ; ^ ( ) < > [ ]"
  /// The characters that codes may hold besides letters and digits.
  static let codeCharacters = Set("_-.*!<:()\"\\".unicodeScalars)
  /// ``codeCharacters``, for people.
  static let codeText = "_ - . * ! < : ( ) \" \\"

  /// Sizes that many creatives are made in.
  static let commonSizes: Set<DeclaredSize> = [
    .fixed(width: 250, height: 250), .fixed(width: 300, height: 250),
    .fixed(width: 320, height: 320), .fixed(width: 336, height: 280),
    .fixed(width: 120, height: 600), .fixed(width: 160, height: 600),
    .fixed(width: 300, height: 600), .fixed(width: 300, height: 1050),
    .fixed(width: 468, height: 60), .fixed(width: 728, height: 90),
    .fixed(width: 800, height: 250), .fixed(width: 970, height: 90),
    .fixed(width: 970, height: 250), .fixed(width: 300, height: 50),
    .fixed(width: 300, height: 100), .fixed(width: 320, height: 50),
    .fixed(width: 320, height: 100), .fixed(width: 320, height: 480),
    .fixed(width: 360, height: 592), .fixed(width: 360, height: 640),
    .fixed(width: 375, height: 667),
    // Not a creative's own size: native and out-of-page creatives are booked under it.
    .fixed(width: 1, height: 1),
  ]
}
