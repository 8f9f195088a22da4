// SPDX-License-Identifier: MIT
public import AdConsent
public import AdLoading

extension GateDecision {
  /// The decision as the loading engine obeys it.
  public var loadGate: LoadGate {
    switch self {
    case .allowed(let permit): .open(permit)
    case .blocked(.noRecord): .closed(.unanswered)
    case .blocked(.withdrawn): .closed(.withdrawn)
    case .blocked(.expired): .closed(.expired)
    case .blocked(.partial), .blocked(.invalid), .blocked(.notPermitted): .closed(.changed)
    case .blocked(.failed): .closed(.failed)
    }
  }
}
