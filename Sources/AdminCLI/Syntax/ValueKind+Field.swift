// SPDX-License-Identifier: MIT
import AdModel
package import AdStore

extension ValueKind where Value == FieldValue {
  /// The values of one field; a text that its type must check is checked where it is read.
  static func field<Root>(_ field: Field<Root>, in root: Root) -> ValueKind {
    let kind = ValueKind.field(field.kind)
    guard case .written = field.kind else { return kind }
    return ValueKind(kind.shape.placeholder, expected: kind.shape.expected) { text in
      var root = root
      try field.set(.text(text), in: &root)
      return .text(text)
    }
  }

  /// The values of a field of a field table.
  package static func field(_ kind: FieldKind) -> ValueKind {
    switch kind {
    case .flag: ValueKind<Bool>.yesOrNo.map(\.fieldValue)
    case .whole(let range):
      ValueKind<Int>.whole(in: Int(range.lowerBound)...Int(range.upperBound)).map(\.fieldValue)
    case .milliseconds(let limit):
      ValueKind<Int>.whole(in: 0...Int(limit), "MS").map(\.fieldValue)
    case .points(let range): ValueKind<Double>.points(in: range).map(\.fieldValue)
    case .length(let limit): ValueKind<Double>.points(upTo: limit).map(\.fieldValue)
    case .percent(let limit): ValueKind<Double>.percent(upTo: limit).map(\.fieldValue)
    case .text: ValueKind<String>.text.map(\.fieldValue)
    case .written(let placeholder, let expected):
      ValueKind(placeholder, expected: expected) { .text($0) }
    case .choice(let placeholder, let words):
      ValueKind(placeholder, expected: words.joinedWithOr, completion: .words(words)) {
        words.contains($0) ? .text($0) : nil
      }
    case .unit: ValueKind<AdUnitID>.unit.map(\.fieldValue)
    case .page: ValueKind<PageID>.page.map(\.fieldValue)
    case .adManagerPath: ValueKind<AdManagerPath>.adManagerPath.map(\.fieldValue)
    case .feedPattern: ValueKind<FeedPattern>.feedPattern.map(\.fieldValue)
    case .sizes: ValueKind<DeclaredSize>.size.map { .texts([$0.description]) }
    }
  }
}

extension ValueKind {
  /// The same texts, read into another type.
  private func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> ValueKind<Other> {
    ValueKind<Other>(
      shape.placeholder, expected: shape.expected, completion: shape.completion
    ) { try read($0).map(transform) }
  }
}
