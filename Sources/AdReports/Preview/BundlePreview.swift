// SPDX-License-Identifier: MIT
import AdConsent
package import AdInjection
import AdModel

extension InjectionBundle {
  /// One self-contained page for any browser that shows the bundle at work.
  ///
  /// The unit stands in a phone-sized frame around a stand-in for the template, with the scripts in
  /// their order; beside it are the messages as they come, the consent and the targeting as the page
  /// sees them, and every script. The page asks the network for nothing, and the same bundle gives
  /// the same page.
  package var previewPage: String {
    let body: Markup = """
      <main>
      <div class="phone"><div class="screen">
      \(paragraph)\(PreviewParts.label(unit.label))
      <div class="ad" id="container">\(frame)</div>
      \(paragraph)\(paragraph)
      </div></div>
      <div class="panels">
      <section><h2>Messages to the app</h2><div class="scroll"><table id="messages" class="data"></table></div>
      </section>
      <section><h2>Targeting as the page sees it</h2>
      <div class="scroll"><table id="targeting" class="data"></table></div></section>
      <section><h2>Consent as the page sees it</h2>
      <div class="scroll"><table id="seen" class="data"></table></div></section>
      <section><h2>Scripts in their order</h2><table id="scripts">
      \(scriptRows)
      </table></section>
      <section><h2>Scripts that the app evaluates later</h2>
      \(hostScriptRows)
      </section>
      <section><h2>Load</h2><p><code>\(templateURL)</code></p>\(limits)</section>
      </div>
      </main>
      <script>
      \(BundlePreviewScript.source(self))
      </script>
      """
    return PreviewStyle.page(
      "Ad unit \(unit.id)", style: Self.style, banner: "\(decision.banner)\(status)", body: body)
  }

  private static let style: Markup = """
    .screen { width: 393px; max-width: 100vw; height: 760px; padding: 16px 0; overflow: auto; }
    .text { height: 10px; margin: 8px 24px; border-radius: 5px; background: #e4e7ec; }
    .label { text-align: center; }
    .ad { margin: 12px auto; overflow: hidden; transition: width .2s, height .2s;
      outline: 1px dashed #9aa4b5; }
    .ad iframe { display: block; border: 0; width: 100%; height: 100%; }
    """

  private var status: Markup {
    unit.status == .active ? "" : " <span class=\"bad\">\(unit.status.rawValue)</span>"
  }

  /// An ad that may not be loaded is not shown either.
  private var frame: Markup {
    isLoadable ? #"<iframe title="ad" sandbox="allow-scripts"></iframe>"# : ""
  }

  private var paragraph: Markup {
    .joined([98, 92, 96, 60].map { "<div class=\"text\" style=\"width:\("\($0 * 3)px")\"></div>" })
  }

  private var scriptRows: Markup {
    .joined(
      scripts.map { script in
        """
        <tr id="\("script-" + script.name.rawValue)"><td>\(script.name.rawValue)</td>\
        <td>\(script.injectionTime.rawValue)</td><td>\("\(script.source.utf8.count) bytes")</td>\
        <td><code>\(String(script.sha256.prefix(12)))</code></td>\
        <td class="ran soft">not run</td></tr>
        """
      })
  }

  private var hostScriptRows: Markup {
    .joined(
      hostScripts.evaluated.map { script in
        """
        <details><summary>\(script.name.rawValue) \
        <span class="soft">\("\(script.source.utf8.count) bytes") \
        <code>\(String(script.sha256.prefix(12)))</code></span></summary>\
        <pre>\(script.source)</pre></details>
        """
      })
  }

  private var limits: Markup {
    func range(_ side: String, _ least: Double?, _ most: Double?) -> String {
      "\(side) \(least?.formatted ?? "any") to \(most?.formatted ?? "any")"
    }
    let constraints = unit.constraints
    let initial = "\(constraints.initial.width.formatted) × \(constraints.initial.height.formatted)"
    return """
      <p class="soft">\(initial) points at first; \
      \(range("width", constraints.minimumWidth, constraints.maximumWidth)), \
      \(range("height", constraints.minimumHeight, constraints.maximumHeight)); \
      <span id="size">no size reported</span></p>
      """
  }
}
