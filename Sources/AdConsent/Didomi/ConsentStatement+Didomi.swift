// SPDX-License-Identifier: MIT

package import AdModel

extension ConsentStatement {
  /// The status that Didomi's web SDK takes in `Didomi.setUserStatus`, member for member what the
  /// app SDK's `getJavaScriptForWebView` writes.
  ///
  /// What was not asked stands in no list. It does not carry the TC string: the page's SDK makes
  /// its own. Source and action are those of an imported status, else an app and `webview`; Didomi's
  /// own string follows where there is one.
  package var didomiStatus: JSONValue {
    var status = JSONObject()
    status["purposes"] = choices.purposes.didomiLists { id in
      .string(TCFPurpose(id)?.didomiName ?? id.description)
    }
    status["vendors"] = choices.vendors.didomiLists { id in
      id == .number(GoogleVendor.tcfID) ? "google" : id.json
    }
    if let didomiUserID { status["user_id"] = .string(didomiUserID) }
    status["created"] = .string(createdAt.wholeSeconds)
    status["updated"] = .string(updatedAt.wholeSeconds)
    status["source"] = [
      "type": .string(collection.sourceType ?? "app"),
      "domain": .string(collection.sourceDomain ?? ""),
    ]
    status["action"] = .string(didomiAction ?? "webview")
    if let didomiDCS { status["didomi_dcs"] = .string(didomiDCS) }
    return .object(status)
  }

  /// The same status as a query, percent-encoded, without a leading `?` or `&`, for web views that
  /// cannot be given scripts.
  ///
  /// The page's SDK reads it only where its configuration sets `user.externalConsent.enabled`.
  /// - Returns: `didomiConfig.user.externalConsent.value=…`.
  /// - Throws: `JSONError`, which no status brings about.
  package func didomiQuery() throws(JSONError) -> String {
    "didomiConfig.user.externalConsent.value=" + (try didomiStatus.text()).encodedAsURIComponent
  }
}

extension ChoicesByBasis {
  fileprivate func didomiLists(_ json: (ConsentItemID) -> JSONValue) -> JSONValue {
    ["consent": consent.lists(json), "legitimate_interest": legitimateInterest.lists(json)]
  }
}

extension ChoiceList {
  fileprivate func lists(_ json: (ConsentItemID) -> JSONValue) -> JSONValue {
    ["enabled": .array(enabled.map(json)), "disabled": .array(disabled.map(json))]
  }
}

extension Timestamp {
  /// RFC 3339 to the second, as Didomi writes its times.
  fileprivate var wholeSeconds: String { "\(description.prefix(19))Z" }
}
