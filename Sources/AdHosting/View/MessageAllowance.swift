// SPDX-License-Identifier: MIT

/// How much a view may post before nobody listens to it any more. It fills up again with time, and a
/// page that is alive posts a few dozen messages a load.
struct MessageAllowance: Sendable {
  /// How many messages may come at once.
  static let most = 300
  /// How many more may come in each second.
  static let perSecond = 30
  /// How many may be beyond the limits of a message. Each is kept in memory for ever, for freeing
  /// what is built to be freed badly would end the app.
  static let mostExcessive = 3

  private var left = most * 1_000
  private var filledAt: Int64
  private var excessive = 0

  /// Begins full.
  init(at time: Int64) { filledAt = time }

  /// Takes a message.
  /// - Returns: Whether it was still allowed.
  mutating func take(isExcessive: Bool, at time: Int64) -> Bool {
    let elapsed = min(time - filledAt, Int64(Self.most) * 1_000)
    filledAt = time
    left = min(left + Int(elapsed) * Self.perSecond, Self.most * 1_000) - 1_000
    if isExcessive { excessive += 1 }
    return left >= 0 && excessive < Self.mostExcessive
  }
}
