// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// One script as a web view's user content controller takes it.
public struct UserScript: Equatable, Sendable {
  /// The purpose of a script, by which hosts and exports name it.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Name: String, Sendable, CaseIterable {
    /// Tells the page what was consented to.
    case consent
    /// Makes the page ready to be told what the app measures.
    case viewability
    /// Takes the app's calls.
    case calls
    /// Tells of the person's clicks.
    case clickWitness
    /// Shows the debug panel and passes the console on.
    case debugPanel
    /// Passes on what the ad tag says about impressions.
    case impressionListener
    /// Names the ad unit.
    case adUnitId
    /// Sets the unit's targeting.
    case targeting
    /// Reports where placeholders are.
    case placeholderTracker
  }

  /// The scripts of a page among which a script runs. These cases are all; none will be added.
  public enum World: String, Sendable {
    /// Those of the page itself.
    case page
    /// The app's own, under the name ``PageContract/world``: the page's see nothing of them.
    case isolated
  }

  /// When the web view runs a script. These cases are all; none will be added.
  public enum InjectionTime: String, Sendable {
    /// Before anything of the page runs.
    case documentStart
    /// After the page was parsed and its `DOMContentLoaded` listeners ran, before `load`.
    case documentEnd
  }

  /// The script's purpose.
  public let name: Name
  /// When it runs.
  public let injectionTime: InjectionTime
  /// The script's text.
  public let source: String
  /// The SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits.
  public let sha256: String
  /// Whether it runs in the main frame only, as all but the witness of clicks do.
  public let forMainFrameOnly: Bool
  /// The scripts among which it runs.
  public let world: World

  /// Takes parts that have been wrapped already.
  init(
    _ name: Name, at injectionTime: InjectionTime, forMainFrameOnly: Bool = true,
    in world: World = .page, parts: [JavaScriptSource]
  ) {
    self.forMainFrameOnly = forMainFrameOnly
    self.world = world
    self.name = name
    self.injectionTime = injectionTime
    source = JavaScriptSource.joined(parts).text + "\n"
    sha256 = ContentHasher.hash(source).hex
  }

  /// Wraps statements so that they leak no names and harm no other script when they fail.
  init(
    _ name: Name, at injectionTime: InjectionTime, forMainFrameOnly: Bool = true,
    in world: World = .page, body: JavaScriptSource
  ) {
    self.init(
      name, at: injectionTime, forMainFrameOnly: forMainFrameOnly, in: world,
      parts: [Self.wrapped(body, as: name)])
  }

  static func wrapped(_ body: JavaScriptSource, as name: Name) -> JavaScriptSource {
    #"""
    (function () {
      'use strict';
      try {
    \#(body.indented(by: 4))
      } catch (error) {
        if (window.console && typeof console.error === 'function')
          console.error('[adview] ' + \#(JavaScriptLiteral(name.rawValue)), error);
      }
    })();
    """#
  }
}
