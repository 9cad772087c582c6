"""How a report looks and behaves: its style sheet, and the script that draws the charts."""

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2126; --soft: #5d6672; --line: #dfe3e8; --back: #ffffff; --field: #f6f7f9;
  --mark: #2f5f94; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #9aa4b0; --line: #343b44; --back: #15181c;
  --field: #1d2127; --mark: #8db8e6; --warn: #e0b464; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--back); color: var(--ink); line-height: 1.5; font-size: 16px;
  font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "PingFang TC", "PingFang SC", "Noto Sans CJK TC",
  "Noto Sans TC", "Microsoft JhengHei", "Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
header { margin-bottom: 1.5rem; }
h1 { font-size: 1.65rem; line-height: 1.25; margin: 0 0 .35rem; font-weight: 650; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.6rem 0 .7rem; padding-top: .7rem; border-top: 1px solid var(--line); font-weight:
  650; }
h3 { font-size: 1rem; margin: 1.6rem 0 .4rem; font-weight: 600; }
h4 { font-size: .9rem; margin: 1.2rem 0 .2rem; font-weight: 600; color: var(--soft); }
p { margin: .4rem 0; }
.sub, .note { color: var(--soft); overflow-wrap: anywhere; }
.note { font-size: .85rem; }
.warn { color: var(--warn); }
nav { font-size: .9rem; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: 1rem 0 0; }
a { color: var(--mark); text-decoration: none; }
a:hover { text-decoration: underline; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.4rem; margin: .5rem 0;
  font-size: .93rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
dd small, summary small { color: var(--soft); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size:
  .86em; }
pre { background: var(--field); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .8rem; margin:
  .5rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.command { position: relative; }
.command pre { padding-right: 4.5rem; }
.command button { position: absolute; top: .45rem; right: .45rem; font: inherit; font-size: .78rem; color:
  var(--soft);
  background: var(--back); border: 1px solid var(--line); border-radius: 5px; padding: .1rem .55rem; cursor:
  pointer; }
.scroll { overflow-x: auto; margin: .4rem 0 .8rem; }
.scroll:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .95rem .28rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
th:last-child, td:last-child { padding-right: .3rem; }
th { font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--soft); vertical-align: bottom;
  white-space: normal; word-break: keep-all; line-height: 1.25; }
td { border-bottom: 1px solid var(--line); }
td small { display: block; color: var(--soft); font-size: .8em; line-height: 1.3; }
.t { text-align: left; }
td.long { white-space: normal; overflow-wrap: anywhere; min-width: 11rem; max-width: 22rem; }
details { margin: .5rem 0; }
summary { cursor: pointer; font-size: .93rem; }
figure { margin: 1.1rem 0 .9rem; }
figcaption { font-weight: 600; font-size: .95rem; margin-bottom: .3rem; }
.chart { width: 100%; max-width: 46rem; min-height: 3rem; overflow: hidden; }
.chart.vega-embed { display: block; padding-right: 0; }
.chart svg { max-width: 100%; height: auto; }
footer { margin-top: 3rem; padding-top: .7rem; border-top: 1px solid var(--line); color: var(--soft); font-size:
  .85rem; }
@media (max-width: 34rem) { main { padding: 1.3rem .9rem 3rem; } h1 { font-size: 1.35rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .55rem; } }
@media print { body { font-size: 10.5pt; background: #fff; color: #000; } main { max-width: none; padding: 0; }
  nav, .command button, .vega-embed details, details:not([open]) { display: none; }
  figure, tr { break-inside: avoid; } h2, h3, h4, figcaption { break-after: avoid; } .scroll { overflow: visible; }
  thead { display: table-header-group; } }
"""

SCRIPT: Final = """
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const plain = 520;
  const lighter = { "#3b6ea5": "#7fb0e0", "#c8553d": "#ee8c74", "#4f9d69": "#7cc596", "#8a6bb1": "#b79adb",
    "#b58b2a": "#dcb95d", "#6b6b6b": "#a9a9a9", "#e6e6e6": "#2c333b", "#888888": "#8d97a3" };
  const bars = (part, share) => {
    if (Array.isArray(part.layer)) part.layer.forEach((each) => bars(each, share));
    if (part.mark && part.mark.type === "bar" && typeof part.mark.width === "number")
      part.mark.width = Math.max(0.5, part.mark.width * share);
  };
  const prepared = (text, width) => {
    if (dark.matches) text = text.replace(/#[0-9a-f]{6}/g, (colour) => lighter[colour] || colour);
    const spec = JSON.parse(text);
    const config = spec.config = Object.assign({}, spec.config, { background: "transparent" });
    const ink = dark.matches ? "#e4e7eb" : "#1d2126", soft = dark.matches ? "#9aa4b0" : "#4d5661";
    config.axis = Object.assign({}, config.axis, { labelColor: soft, titleColor: soft, tickColor: soft });
    config.legend = Object.assign({}, config.legend, { labelColor: soft, titleColor: soft });
    config.header = Object.assign({}, config.header, { labelColor: ink, titleColor: ink });
    if (width < plain) {
      config.legend.orient = "bottom";
      config.legend.columns = 2;
      config.axis.labelLimit = Math.round(width * 0.36);
    }
    if (spec.width === plain && (spec.layer || spec.mark)) {
      const room = width - (width < plain ? 60 : 150);
      bars(spec, Math.min(1, Math.max(0.2, room / plain)));
      spec.width = "container";
      spec.autosize = { type: "fit-x", contains: "padding" };
    }
    return spec;
  };
  const draw = (box) => {
    const spec = prepared(document.getElementById(box.dataset.spec).textContent, box.clientWidth);
    return vegaEmbed(box, spec, { renderer: "svg", ast: true, logLevel: 1, tooltip: { theme: dark.matches ? "dark"
  : "light" },
      actions: { export: true, source: false, compiled: false, editor: false }, downloadFileName: box.dataset.name })
      .catch((error) => { box.textContent = String(error); });
  };
  const boxes = [...document.querySelectorAll(".chart")];
  const all = () => { if (window.vegaEmbed) boxes.forEach(draw); };
  all();
  dark.addEventListener("change", all);
  for (const button of document.querySelectorAll(".command button")) {
    if (!navigator.clipboard) { button.remove(); continue; }
    button.addEventListener("click", () => navigator.clipboard
      .writeText(button.parentElement.querySelector("code").textContent)
      .then(() => { button.textContent = button.dataset.done; }));
  }
})();
"""
