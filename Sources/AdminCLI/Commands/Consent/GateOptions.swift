// SPDX-License-Identifier: MIT
package import AdConsent
import AdModel

/// The gate's rules, the same for every command that asks it.
package enum GateOptions {
  /// Which answers open the gate.
  package static let policy = Option<GatePolicy>(
    "policy", .choice("POLICY"),
    "Which answers open the gate: any answer, or only one that allows personalised or "
      + "non-personalised ads.", defaultDescription: "answered")

  /// From when limited ads need only that Google was disclosed.
  package static let limitedAdsSince = Option(
    "limited-ads-since", .time, "From when limited ads need no consent, by Google's rules.",
    defaultDescription: LimitedAdsRule.standard.disclosureSufficesFrom.description)

  /// Both.
  package static let all: [any DeclaresOption] = [policy, limitedAdsSince]
}

extension CommandRun {
  /// The gate by the options that were given; only for commands that declare them.
  package var gate: ConsentGate {
    ConsentGate(
      policy: input[GateOptions.policy] ?? .answered,
      limitedAds: time(GateOptions.limitedAdsSince)
        .map { LimitedAdsRule(disclosureSufficesFrom: $0) } ?? .standard)
  }
}
