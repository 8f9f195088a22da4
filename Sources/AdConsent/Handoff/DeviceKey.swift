// SPDX-License-Identifier: MIT

/// One entry of a device's settings (`UserDefaults`, `SharedPreferences`) that SDKs read consent
/// from.
public struct DeviceKey: Hashable, Sendable {
  /// A value with its type, which readers depend on.
  public enum Value: Hashable, Sendable {
    /// A number.
    case number(Int)
    /// A text; binary strings, one digit an id, are texts too.
    case string(String)
  }

  /// The name, as the specification spells it.
  public let name: String
  /// The value.
  public let value: Value

  init(_ name: String, _ value: Int) {
    self.name = name
    self.value = .number(value)
  }

  init(_ name: String, _ value: Bool) { self.init(name, value ? 1 : 0) }

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = .string(value)
  }
}
