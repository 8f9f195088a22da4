// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel

/// Everything that a web view needs to show one ad unit to one person.
public struct InjectionBundle: Equatable, Sendable {
  /// The unit.
  public let unit: InventoryUnit
  /// The targeting that the page gets.
  public let targeting: [TargetingEntry]
  /// The gate's decision for the person.
  public let decision: GateDecision
  /// From when to when the consent holds that allows it: a bundle that is kept may not be loaded
  /// outside. Nil where the gate is closed, or where nobody said.
  public let validity: ConsentValidity?
  /// The page to load, as the publisher gives it.
  public let template: TemplateURL
  /// The names that the page and the app know each other by.
  public let contract: PageContract
  /// Whether the debug panel and the console bridge are there.
  public let isDebug: Bool
  /// How to set up the web view.
  public let webView = WebViewSettings.standard
  /// The scripts to inject, in this order.
  public let scripts: [UserScript]
  /// The scripts to evaluate later, and those of the content page around the ad.
  public let hostScripts: HostScripts

  /// The arm of an experiment that holds on the unit's page; it changes when ads are loaded, and nothing of
  /// the bundle.
  public package(set) var arm: ExperimentArm?

  /// The script message handlers to register before loading.
  public var messageHandlers: [String] { [contract.bridgeHandler] }

  /// The page's URL without a cache buster; see ``loadURL(cacheBuster:)``.
  public var templateURL: String { template.url(debug: isDebug) }

  /// The URL to load.
  /// - Parameter cacheBuster: A value that no other load uses, such as a UUID.
  /// - Returns: The page's URL with the cache buster as its last parameter, before any fragment.
  public func loadURL(cacheBuster: String) -> String {
    template.url(debug: isDebug, cacheBuster: cacheBuster)
  }

  /// The URL to load with the word `CACHE_BUSTER` in the place of that value.
  package var loadURLTemplate: String { loadURL(cacheBuster: "CACHE_BUSTER") }

  /// Whether what pages keep on the device, cookies and storage, may outlive the app: limited ads keep
  /// nothing.
  public var keepsData: Bool { decision.keepsData }

  /// Whether the bundle may be loaded: only with consent.
  public var isLoadable: Bool { decision.isAllowed }
}
