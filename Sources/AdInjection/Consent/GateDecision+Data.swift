// SPDX-License-Identifier: MIT
package import AdConsent
import AdModel

extension GateDecision {
  /// Whether pages may keep something on the device.
  package var keepsData: Bool {
    if case .allowed(let permit) = self { permit.mode != .limited } else { false }
  }

  /// Whether what pages have kept has to go: nobody allows it any more. Where it only cannot be read, or
  /// somebody is being asked, it stays.
  package var clearsData: Bool {
    switch self {
    case .allowed(let permit): permit.mode == .limited
    case .blocked(.withdrawn), .blocked(.expired), .blocked(.notPermitted), .blocked(.noRecord):
      true
    case .blocked(.partial), .blocked(.invalid), .blocked(.failed): false
    }
  }
}
