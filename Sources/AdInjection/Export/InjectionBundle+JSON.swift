// SPDX-License-Identifier: MIT
import AdConsent
public import AdModel

extension InjectionBundle {
  /// The version of the document's form; it grows when a member changes its meaning.
  public static let documentVersion: Int64 = 1

  /// The bundle as one document, each script with its source.
  public var json: JSONValue {
    document(scripts: scripts.map { $0.json("source", .string($0.source)) })
  }

  /// The bundle as a manifest that stands beside its scripts, each with its file's name.
  var manifest: JSONValue {
    document(scripts: scripts.map { $0.json("file", .string($0.fileName)) })
  }

  private func document(scripts: [JSONValue]) -> JSONValue {
    [
      "format": "adview-injection-bundle",
      "version": .integer(Self.documentVersion),
      "adUnitId": .string(unit.id.rawValue),
      "status": .string(unit.status.rawValue),
      "loadable": .bool(isLoadable),
      "consent": decision.json,
      "consentValidity": validity?.json ?? .null,
      "templateUrl": .string(templateURL),
      "cacheBusterParameter": .string(TemplateURL.cacheBusterParameter),
      "debug": .bool(isDebug),
      "messageHandlers": .array(messageHandlers.map(JSONValue.string)),
      "webView": webView.json,
      "constraints": unit.constraints.json,
      "label": unit.label.json,
      "targeting": .array(
        targeting.map { entry in
          ["key": .string(entry.key), "values": .array(entry.values.map(JSONValue.string))]
        }),
      "scripts": .array(scripts),
    ]
  }
}

extension UserScript {
  /// The name of the script's file, numbered by its place in the order of all scripts.
  var fileName: String {
    let place = Name.allCases.firstIndex(of: name).map { $0 + 1 } ?? 0
    return "0\(place)-\(name.rawValue).js"
  }

  fileprivate func json(_ contentKey: String, _ content: JSONValue) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(name.rawValue)
    object["injectionTime"] = .string(injectionTime.rawValue)
    object["forMainFrameOnly"] = .bool(forMainFrameOnly)
    object["sha256"] = .string(sha256)
    object["bytes"] = .integer(Int64(source.utf8.count))
    object[contentKey] = content
    return .object(object)
  }
}

extension ConsentValidity {
  fileprivate var json: JSONValue {
    ["from": .string(from.description), "until": .string(until.description)]
  }
}

extension SizeConstraints {
  fileprivate var json: JSONValue {
    [
      "initialWidth": .double(initial.width), "initialHeight": .double(initial.height),
      "minimumWidth": Self.json(minimumWidth), "maximumWidth": Self.json(maximumWidth),
      "minimumHeight": Self.json(minimumHeight), "maximumHeight": Self.json(maximumHeight),
    ]
  }

  private static func json(_ limit: Double?) -> JSONValue {
    limit.map(JSONValue.double) ?? .null
  }
}

extension AdLabel {
  fileprivate var json: JSONValue {
    [
      "shown": .bool(isShown), "text": .string(text), "fontSize": .double(fontSize),
      "fontWeight": .string(fontWeight.rawValue),
    ]
  }
}
