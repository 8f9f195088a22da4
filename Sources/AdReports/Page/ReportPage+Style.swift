// SPDX-License-Identifier: MIT

extension ReportPage {
  /// The style of every report. Pictures bring their own.
  static let style = """
    :root{--paper:#fff;--card:#f6f7f9;--ink:#1b1f24;--faint:#5c6570;--rule:#d9dde3;
    --a:#0072b2;--b:#d55e00;--c:#009e73;--d:#8a8f98}
    @media screen and (prefers-color-scheme:dark){:root{--paper:#14171b;--card:#1e2329;--ink:#e8eaed;
    --faint:#a3abb5;--rule:#363d46;--a:#56b4e9;--b:#f0a35e;--c:#4cc9a0;--d:#7c8590}}
    *{box-sizing:border-box}
    body{margin:0;padding:24px;background:var(--paper);color:var(--ink);
    font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    header,main,footer{max-width:1160px;margin:0 auto}
    h1{font-size:26px;margin:0;overflow-wrap:anywhere}h2{font-size:19px;margin:36px 0 12px}
    h3{font-size:16px;margin:0;overflow-wrap:anywhere}
    header p,article p,footer{color:var(--faint);margin:4px 0;overflow-wrap:anywhere}
    footer{margin-top:36px;font-size:13px}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(230px,46%),1fr));gap:12px;margin:20px 0}
    .card,figure,article{background:var(--card);border:1px solid var(--rule);border-radius:8px}
    .card{padding:12px 14px}.card dt{color:var(--faint);font-size:13px}
    .card dd{margin:2px 0 0;font-size:24px;font-weight:600;font-variant-numeric:tabular-nums}
    .card small{display:block;font-size:13px;font-weight:400;color:var(--faint)}
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,460px),1fr));gap:12px}
    figure{margin:0;padding:12px 14px}figcaption{font-weight:600;margin-bottom:6px}
    figure svg,.timeline svg{display:block;width:100%;height:auto}
    figure svg>rect[width="100%"]{fill:none}
    figure svg text{font-size:12px;fill:var(--faint)}
    .grid{stroke:var(--rule)}.end{text-anchor:end}.middle{text-anchor:middle}
    .a{fill:var(--a)}.b{fill:var(--b)}.c{fill:var(--c)}.d{fill:var(--d)}
    polyline.a,polyline.b,polyline.c{fill:none;stroke-width:2}
    polyline.a{stroke:var(--a)}polyline.b{stroke:var(--b)}polyline.c{stroke:var(--c)}
    .band{fill:var(--a);fill-opacity:.18}.zero{stroke:var(--ink);stroke-width:1.5}
    .whisker{stroke:var(--a);stroke-opacity:.5}
    .planned{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:4 4}.faint{color:var(--faint)}
    .key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:13px;color:var(--faint);margin:6px 0 0;padding:0}
    .key li{list-style:none;display:flex;align-items:center;gap:6px}
    .key svg{width:12px;height:12px}
    .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px;
    font-variant-numeric:tabular-nums}
    th,td{text-align:right;padding:4px 8px;border-bottom:1px solid var(--rule);white-space:nowrap}
    th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:160px}
    td small{display:block;color:var(--faint)}
    thead th{color:var(--faint);font-weight:600;white-space:normal;vertical-align:bottom}tbody th{font-weight:400}
    article{padding:14px;margin:0 0 14px}.timeline{margin-top:10px;overflow-x:auto}
    .timeline svg{min-width:760px;border-radius:4px}
    @media screen and (max-width:600px){body{padding:14px}th,td{padding:4px 5px}
    th:first-child{min-width:96px;position:sticky;left:0;background:var(--paper)}}
    @page{margin:14mm}
    @media print{body{padding:0;font-size:11pt}h2,section>p{break-after:avoid}
    .cards{grid-template-columns:repeat(4,1fr)}.charts{grid-template-columns:1fr 1fr}
    th,td{padding:3px 5px}th:first-child{min-width:48px}
    figure,.card,article,tr{break-inside:avoid}.scroll,.timeline{overflow:visible}
    .timeline svg{min-width:0;max-height:195mm}thead{display:table-header-group}
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
}
