// SPDX-License-Identifier: MIT
import AdModel
import AdStore

extension ValueKind where Value == JSONValue {
  /// The values of one field; a text that its type must check is checked where it is read.
  static func field<Root>(_ field: Field<Root>, in root: Root) -> ValueKind {
    let kind = ValueKind.field(field.kind)
    guard case .written = field.kind else { return kind }
    return ValueKind(kind.shape.placeholder, expected: kind.shape.expected) { text in
      var root = root
      try field.set(.string(text), in: &root)
      return .string(text)
    }
  }

  /// The values of a field of a field table.
  static func field(_ kind: FieldKind) -> ValueKind {
    switch kind {
    case .flag: ValueKind<Bool>.yesOrNo.map(\.fieldValue)
    case .whole(let limit): ValueKind<Int>.whole(in: limit.whole).map(\.fieldValue)
    case .milliseconds(let limit): ValueKind<Int>.whole(in: limit.whole, "MS").map(\.fieldValue)
    case .points(let limit) where limit.isOpen:
      ValueKind<Double>.points(upTo: Int(limit.most)).map(\.fieldValue)
    case .points(let limit): ValueKind<Double>.points(in: limit.whole).map(\.fieldValue)
    case .percent(let limit):
      ValueKind<Double>.percent(upTo: Int(limit.most)).map(\.fieldValue)
    case .text: ValueKind<String>.text.map(\.fieldValue)
    case .written(let placeholder, let expected):
      ValueKind(placeholder, expected: expected) { .string($0) }
    case .choice(let placeholder, let words):
      ValueKind(placeholder, expected: words.joinedWithOr, completion: .words(words)) {
        words.contains($0) ? .string($0) : nil
      }
    case .unit: ValueKind<AdUnitID>.unit.map(\.fieldValue)
    case .page: ValueKind<PageID>.page.map(\.fieldValue)
    case .adManagerPath: ValueKind<AdManagerPath>.adManagerPath.map(\.fieldValue)
    case .feedPattern: ValueKind<FeedPattern>.feedPattern.map(\.fieldValue)
    case .words(let placeholder, let words):
      ValueKind(placeholder, expected: words.joinedWithOr, completion: .words(words)) {
        words.contains($0) ? .array([.string($0)]) : nil
      }
    case .time: ValueKind("TIME", expected: "a time") { .string($0) }
    case .objects: ValueKind("JSON", expected: "objects as JSON") { try? JSONReader.read(text: $0) }
    case .sizes: ValueKind<DeclaredSize>.size.map { .array([.string($0.description)]) }
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

extension Limit {
  fileprivate var whole: ClosedRange<Int> { Int(least)...Int(most) }
}
