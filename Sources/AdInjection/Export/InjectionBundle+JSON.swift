// SPDX-License-Identifier: MIT
import AdConsent
public import AdModel

extension InjectionBundle {
  /// The version of the document's form; it grows when a member changes its meaning.
  package static let documentVersion: Int64 = 1

  /// The bundle as one document, each script with its source.
  public var json: JSONValue {
    document { script in ("source", .string(script.source)) }
  }

  /// The bundle as a manifest that stands beside its scripts, each with its file's name.
  var manifest: JSONValue {
    document { script in ("file", .string(script.fileName)) }
  }

  private func document(
    content: (any ExportedScript) -> (key: String, value: JSONValue)
  ) -> JSONValue {
    let page = hostScripts.contentPage
    return [
      "format": "adview-injection-bundle",
      "version": .integer(Self.documentVersion),
      "adUnitId": .string(unit.id.rawValue),
      "status": .string(unit.status.rawValue),
      "loadable": .bool(isLoadable),
      "consent": decision.json,
      "consentValidity": validity?.json ?? .null,
      "templateUrl": .string(templateURL),
      "cacheBusterParameter": .string(TemplateURL.cacheBusterParameter),
      "loadUrl": [
        "url": .string(loadURLTemplate),
        "blanks": ["CACHE_BUSTER": "a value that no other load uses, of letters, digits and -._~"],
      ],
      "debug": .bool(isDebug),
      "experiment": arm.map { .string($0.experiment.rawValue) } ?? .null,
      "arm": arm.map { .string($0.arm.rawValue) } ?? .null,
      "messageHandlers": .array(messageHandlers.map(JSONValue.string)),
      "callHandler": .string(PageContract.callHandler),
      "isolatedWorld": [
        "name": .string(PageContract.world),
        "messageHandlers": [.string(PageContract.clickHandler)],
      ],
      "keepsData": .bool(keepsData),
      "webView": webView.json,
      "constraints": unit.constraints.json,
      "label": unit.label.json,
      "targeting": .array(
        targeting.map { entry in
          ["key": .string(entry.key), "values": .array(entry.values.map(JSONValue.string))]
        }),
      "scripts": .array(scripts.map { $0.json(content($0)) }),
      "onDisplayed": hostScripts.onDisplayed.json(content(hostScripts.onDisplayed)),
      "onLoaded": hostScripts.onLoaded.json(content(hostScripts.onLoaded)),
      "viewability": hostScripts.viewability.json(content(hostScripts.viewability)),
      "contentPage": [
        "messageHandlers": .array(page.messageHandlers.map(JSONValue.string)),
        "scripts": [page.tracker.json(content(page.tracker))],
        "startTracking": page.startTracking.json(content(page.startTracking)),
        "stopTracking": page.stopTracking.json(content(page.stopTracking)),
      ],
    ]
  }
}

/// A script of a bundle, injected or evaluated, as documents and folders hold it.
private protocol ExportedScript {
  var source: String { get }
  var sha256: String { get }
  var fileName: String { get }
}

extension ExportedScript {
  /// The members that every script has, after others.
  fileprivate func members(
    _ content: (key: String, value: JSONValue), after first: JSONObject = JSONObject()
  ) -> JSONObject {
    var object = first
    object["sha256"] = .string(sha256)
    object["bytes"] = .integer(Int64(source.utf8.count))
    object[content.key] = content.value
    return object
  }
}

extension UserScript: ExportedScript {
  /// The name of the script's file, numbered by its place in the order of all scripts.
  var fileName: String {
    let place = Name.allCases.firstIndex(of: name).map { $0 + 1 } ?? 0
    return "0\(place)-\(name.rawValue).js"
  }

  fileprivate func json(_ content: (key: String, value: JSONValue)) -> JSONValue {
    var first = JSONObject()
    first["name"] = .string(name.rawValue)
    first["injectionTime"] = .string(injectionTime.rawValue)
    first["forMainFrameOnly"] = .bool(forMainFrameOnly)
    first["world"] = .string(world.rawValue)
    return .object(members(content, after: first))
  }
}

extension HostScript: ExportedScript {
  /// The name of the script's file, apart from those that are injected.
  var fileName: String { "host-\(name.rawValue).js" }

  fileprivate func json(_ content: (key: String, value: JSONValue)) -> JSONValue {
    var object = members(content)
    if blanks.isEmpty { return .object(object) }
    var values = JSONObject()
    for blank in blanks { values[blank.word] = .string(blank.value) }
    object["blanks"] = .object(values)
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
