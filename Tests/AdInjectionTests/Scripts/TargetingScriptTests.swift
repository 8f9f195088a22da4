// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct TargetingScriptTests {
  @Test func `no targeting makes no script`() {
    #expect(TargetingScript.source([]) == "")
  }

  @Test func `one value is a string and several are a list, in the stored order`() throws {
    let targeting = [
      try TargetingEntry(key: "section", values: ["news"]),
      try TargetingEntry(key: "tags", values: ["b", "a"]),
    ]
    #expect(
      TargetingScript.source(targeting) == """
        window.googletag = window.googletag || {};
        googletag.cmd = googletag.cmd || [];
        googletag.cmd.push(function () {
          googletag.pubads().setTargeting("section", "news");
          googletag.pubads().setTargeting("tags", ["b","a"]);
        });

        """)
  }

  @Test func `the newer dialect asks the page before it chooses`() throws {
    let targeting = [try TargetingEntry(key: "__proto__", values: ["</script>"])]
    #expect(
      TargetingScript.source(targeting, dialect: .setConfig) == #"""
        window.googletag = window.googletag || {};
        googletag.cmd = googletag.cmd || [];
        googletag.cmd.push(function () {
          var pairs = [
            ["__proto__", "\u003c/script\u003e"],
          ];
          if (typeof googletag.setConfig === 'function') {
            var targeting = {};
            pairs.forEach(function (pair) {
              Object.defineProperty(targeting, pair[0],
                { value: pair[1], enumerable: true, configurable: true, writable: true });
            });
            googletag.setConfig({ targeting: targeting });
          } else {
            pairs.forEach(function (pair) { googletag.pubads().setTargeting(pair[0], pair[1]); });
          }
        });

        """#)
  }
}
