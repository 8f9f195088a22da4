// SPDX-License-Identifier: MIT
#if canImport(Foundation)
  public import Foundation

  /// An error of this library, as Foundation hands it to alerts, logs and crash reporters: its domain is
  /// `AdView.` and the type's name, its code the number of its kind, and nothing personal and no SQL is
  /// in it.
  ///
  /// ```swift
  /// import AdView
  ///
  /// func report(_ error: any Error) -> String {
  ///   guard let error = error as? any AdViewError else { return "\(error)" }
  ///   return "\(error.kindName): \(error.localizedDescription) \(error.recoverySuggestion ?? "")"
  /// }
  /// ```
  public protocol AdViewError: LocalizedError, CustomNSError, CustomStringConvertible {
    /// The kinds of error of the type, each number once.
    static var kinds: [ErrorKind] { get }
    /// The stable name of the error's kind.
    var kindName: String { get }
    /// What this one asks to be done, as words that follow a semicolon; nil for what all of its kind ask.
    var ownAdvice: String? { get }
  }

  extension AdViewError {
    /// `AdView.`, and the name of the type.
    public static var errorDomain: String { "AdView.\(Self.self)" }
    /// The number of the kind; 0 for one that this library does not know.
    public var errorCode: Int { kind?.number ?? 0 }
    /// The fault, and the thing that has it.
    public var errorDescription: String? { description }
    /// What to do next.
    public var recoverySuggestion: String? { ownAdvice.map(Self.sentence) ?? kind?.advice }
    /// Nothing: the description says it.
    public var failureReason: String? { nil }
    /// Nothing: there are no help pages in apps.
    public var helpAnchor: String? { nil }
    /// Nothing: what all of its kind ask is enough.
    public var ownAdvice: String? { nil }
    /// What Foundation shows, with the kind's name under `AdViewErrorKind`.
    public var errorUserInfo: [String: Any] {
      [
        "AdViewErrorKind": kindName, NSLocalizedDescriptionKey: errorDescription ?? description,
        NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion ?? "",
      ]
    }

    private var kind: ErrorKind? { Self.kinds.first { $0.name == kindName } }

    private static func sentence(_ words: String) -> String {
      words.prefix(1).uppercased() + words.dropFirst() + "."
    }
  }
#endif
