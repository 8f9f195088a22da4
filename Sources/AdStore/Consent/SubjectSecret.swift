// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Which secret a store's subject keys are hashed with, if they are: one person has one key.
///
/// A store keeps a check value of the secret from the first hashed key on, never the secret. A key
/// that is plain, or hashed with another secret, would make a second person of the same one.
struct SubjectSecret {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The check value; nil where keys are plain, or nobody is held yet.
  func checkValue() throws -> ContentHash? {
    try connection.statement("SELECT check_value FROM consent_secret")
      .first { ContentHash(bytes: $0.blob(0)) } ?? nil
  }

  /// Refuses a key that is not hashed as the store's keys are.
  func admit(_ subject: SubjectKey) throws {
    switch (try checkValue(), subject.secretCheck) {
    case (let known?, let given?):
      if known != given { throw StoreError.secretDiffers }
    case (.some, nil):
      throw StoreError.secretMissing
    case (nil, nil):
      // A check value that is gone while hashed keys are there was taken away.
      if try subject.looksHashed || holdsHashedKeys() { throw StoreError.secretMissing }
    case (nil, .some):
      if try holdsPlainKeys() { throw StoreError.keysArePlain }
      if try holdsHashedKeys() { throw StoreError.secretDiffers }
    }
  }

  /// Keeps another check value, once the ledger has an entry `keyed` of it.
  func replace(by check: ContentHash) throws {
    try connection.statement(
      "INSERT OR REPLACE INTO consent_secret (one, check_value) VALUES (1, ?1)"
    )
    .run(check.bytes)
  }

  /// A semicolon follows on a colon, so these are the bounds of everything with the prefix.
  private func holdsHashedKeys() throws -> Bool {
    try connection.statement(
      "SELECT 1 FROM consent_subjects WHERE key >= 'hmac-sha256:' AND key < 'hmac-sha256;' LIMIT 1"
    ).first { _ in true } ?? false
  }

  private func holdsPlainKeys() throws -> Bool {
    try connection.statement(
      "SELECT 1 FROM consent_subjects WHERE key < 'hmac-sha256:' OR key >= 'hmac-sha256;' LIMIT 1"
    ).first { _ in true } ?? false
  }
}

extension StoreError.Code {
  /// The store holds hashed subject keys, and the one that was given is plain.
  public static let secretMissing = Self(rawValue: "secretMissing")
  /// The store holds subject keys that were hashed with another secret.
  public static let secretDiffers = Self(rawValue: "secretDiffers")
  /// The store holds plain subject keys, and the one that was given is hashed.
  public static let keysArePlain = Self(rawValue: "keysArePlain")
}

extension StoreError {
  static let secretMissing = StoreError(
    .secretMissing,
    "this store holds subject keys that are hashed with a secret, and the key was given without it")
  static let secretDiffers = StoreError(
    .secretDiffers, "this store holds subject keys that are hashed with another secret")
  static let keysArePlain = StoreError(
    .keysArePlain, "this store holds plain subject keys, and the key was given with a secret")
}
