// SPDX-License-Identifier: MIT

extension InventoryReport {
  /// What this page has beside the style of all reports.
  static let style = """
    .find{position:sticky;top:0;z-index:1;background:var(--paper);padding:10px 0;margin:10px 0;
    display:flex;gap:12px;align-items:center;flex-wrap:wrap}
    .find input{flex:1 1 260px;max-width:560px;font:inherit;color:inherit;background:var(--card);
    border:1px solid var(--rule);border-radius:8px;padding:8px 12px}
    .find span{color:var(--faint);font-size:13px}
    h2 small{font-weight:400;font-size:14px;color:var(--faint)}
    section>p{color:var(--faint);margin:4px 0 8px}section>p:empty{display:none}
    .units{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:12px}
    .units article{margin:0;padding:10px 12px;content-visibility:auto;contain-intrinsic-size:auto 170px}
    .units h3{font-size:14px}.units p{font-size:13px;margin:2px 0;color:var(--faint)}
    .units .sizes{color:var(--ink)}
    .unit{display:flex;gap:12px;margin:6px 0}.unit svg{flex:none}.unit>div{min-width:0}
    .size{fill:var(--a);fill-opacity:.14;stroke:var(--a)}
    .first{fill:none;stroke:var(--faint);stroke-dasharray:4 3}.first.fluid{stroke:var(--b)}
    .status{color:var(--b)}.paused svg,.archived svg{opacity:.45}
    section>.chips{margin-bottom:10px}
    .chips{display:flex;flex-wrap:wrap;gap:4px;margin:6px 0 0;padding:0}
    .chips li{list-style:none;font-size:12px;border:1px solid var(--rule);border-radius:999px;
    padding:1px 8px;overflow-wrap:anywhere;unicode-bidi:isolate}
    .found{margin:8px 0 0;padding:0;font-size:13px}.found li{list-style:none;margin:2px 0}
    .found .error b{color:var(--b)}.found .warning b{color:var(--b)}.found .hint b{color:var(--faint)}
    .words th,.words td{text-align:left;white-space:normal;overflow-wrap:anywhere;vertical-align:top}
    .words th:first-child{min-width:0}
    [hidden]{display:none!important}
    @media (max-width:600px){body{padding:12px}.cards{grid-template-columns:1fr 1fr}}
    @media print{.find{display:none}.units article{content-visibility:visible}}
    """

  /// Shows what holds every word of the field, and hides what does not with its empty sections.
  static let search = """
    "use strict";
    const field = document.getElementById("find"), found = document.getElementById("found");
    const entries = Array.from(document.querySelectorAll("[data-find]"));
    const texts = new Map();
    function text(entry) {
      if (!texts.has(entry)) {
        const section = entry.closest("[data-find-in]").querySelector("h2");
        texts.set(entry, (entry.textContent + " " + section.textContent).toLowerCase());
      }
      return texts.get(entry);
    }
    function show() {
      const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word.length > 0);
      let count = 0;
      for (const entry of entries) {
        const isShown = words.every((word) => text(entry).includes(word));
        entry.hidden = !isShown;
        if (isShown) { count += 1; }
      }
      for (const section of document.querySelectorAll("[data-find-in]")) {
        section.hidden = words.length > 0 && !section.querySelector("[data-find]:not([hidden])");
      }
      found.textContent = words.length === 0 ? "" : count === 0 ? "nothing found" : count + " found";
    }
    field.addEventListener("input", show);
    show();
    """
}
