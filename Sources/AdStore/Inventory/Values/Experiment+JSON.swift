// SPDX-License-Identifier: MIT
package import AdModel

extension Experiment.Arm: FieldConvertible {
  static let keys = ["arm", "buckets", "settings"]

  package init(field value: JSONValue) throws(InvalidValue) {
    do throws(JSONError) {
      self = try Self(JSONNode(value))
    } catch {
      throw InvalidValue(.malformed, field: "", reason: "\(error)")
    }
  }

  /// Reads an arm of a document.
  /// - Throws: `JSONError` that names the place.
  init(_ node: JSONNode) throws(JSONError) {
    func made<Value>(
      _ node: JSONNode, _ make: (String) throws(InvalidValue) -> Value
    ) throws(JSONError) -> Value {
      let text = try node.string()
      do throws(InvalidValue) { return try make(text) } catch { throw node.notAllowed("\(error)") }
    }
    try node.object(knowing: Self.keys)
    id = try made(node.member("arm")) { (text) throws(InvalidValue) in try ArmID(text) }
    buckets = try made(node.member("buckets")) { (text) throws(InvalidValue) in
      try BucketRanges(text)
    }
    settings = ArmSettings()
    for (key, node) in try node.member("settings").members() {
      guard let field = ArmSettings.fields.first(where: { $0.key == key }) else {
        throw node.notAllowed(
          "an arm cannot have \(key.quotedForDisplay) otherwise; it can have "
            + ArmSettings.fields.map(\.key).joined(separator: ", "))
      }
      let isMissing = field.isOptional && node.value == .null
      let value = isMissing ? JSONValue.null : try field.kind.value(of: node)
      do throws(InvalidValue) { try settings.set(field, to: value) } catch {
        throw node.notAllowed("\(error)")
      }
    }
  }

  package var fieldValue: JSONValue {
    var object = JSONObject()
    object["arm"] = id.fieldValue
    object["buckets"] = .string(buckets.description)
    object["settings"] = .object(settings.json)
    return .object(object)
  }
}
