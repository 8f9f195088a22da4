// SPDX-License-Identifier: MIT

/// What an app says of a place's label; what it does not say stays as the inventory has it.
public struct LabelOverrides: Hashable, Sendable {
  private let isShown: Bool?
  private let text: String?
  private let fontSize: Double?
  private let fontWeight: AdLabel.Weight?

  /// Checks what is said.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `outOfRange`.
  public init(
    isShown: Bool? = nil, text: String? = nil, fontSize: Double? = nil,
    fontWeight: AdLabel.Weight? = nil
  ) throws(InvalidValue) {
    self.isShown = isShown
    self.text = text
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    try applied(to: .standard).validate()
  }

  /// The label with this in it.
  package func applied(to label: AdLabel) -> AdLabel {
    var label = label
    label.isShown = isShown ?? label.isShown
    label.text = text ?? label.text
    label.fontSize = fontSize ?? label.fontSize
    label.fontWeight = fontWeight ?? label.fontWeight
    return label
  }
}
