import { COLOURS } from "./colours.js";

const FRAME = `
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:56px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:0 24px 40px}
nav{position:sticky;top:0;z-index:5;display:flex;gap:4px;overflow-x:auto;padding:0 max(16px,calc((100vw - 1148px)/2));background:color-mix(in srgb,var(--page) 92%,transparent);backdrop-filter:blur(6px);border-bottom:1px solid var(--line);scrollbar-width:none}
nav a{flex:none;padding:11px 8px;color:var(--muted);text-decoration:none;font-size:13px}
nav a:hover{color:var(--ink)}
a:focus-visible,button:focus-visible,summary:focus-visible,.chart:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;z-index:9;background:var(--card);padding:6px 12px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:22px 26px 26px;margin:0 0 18px}
section section{border-top:1px solid var(--line);margin-top:26px;padding-top:4px}
h1{font-size:34px;line-height:1.15;letter-spacing:-.02em;margin:2px 0 14px;overflow-wrap:anywhere}
h2{font-size:19px;letter-spacing:-.01em;margin:0 0 14px}
h3{font-size:16px;margin:20px 0 10px}
p{margin:0 0 10px}
.lead,.calm,figcaption,.remark{color:var(--muted);font-size:14px;max-width:78ch}
footer{max-width:1180px;margin:0 auto;padding:0 24px 40px;color:var(--muted);font-size:13px}
.noscript{max-width:1180px;margin:0 auto 30px;padding:0 24px;font-weight:600}
.up{color:var(--up)}.down{color:var(--down)}
code{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--muted)}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;

const HEAD = `
.top{padding:38px 2px 20px}
.kicker{color:var(--muted);font-size:12px;letter-spacing:.1em;text-transform:uppercase;margin:0}
.verdict{font-size:20px;line-height:1.42;letter-spacing:-.005em;max-width:62ch;margin:0 0 18px}
.facts{display:flex;flex-wrap:wrap;gap:8px 30px;margin:0;font-size:13px}
.facts div{min-width:0}.facts dt{color:var(--muted);font-size:12px}.facts dd{margin:0;overflow-wrap:anywhere}
.tiles{list-style:none;display:grid;grid-template-columns:repeat(4,1fr);gap:1px;background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden;padding:0;margin:0 0 18px}
.tiles li{background:var(--card);padding:14px 20px 13px;display:flex;flex-direction:column;min-width:0}
.tiles .name{font-size:12px;color:var(--muted)}
.tiles .value{font-size:25px;line-height:1.3;font-weight:600;letter-spacing:-.02em}
.tiles .note{font-size:12px;color:var(--muted)}
.findings{list-style:none;margin:0;padding:0}
.findings li{border-left:3px solid var(--tone);padding:1px 0 1px 14px;margin:0 0 14px}
.findings li:last-child{margin-bottom:0}
.findings p{margin:0;max-width:92ch}
.findings .remedy{color:var(--muted);font-size:14px}
.findings .mark{color:var(--tone);font-size:12px;font-weight:600;margin-right:8px}
.is-problem{--tone:var(--problem)}.is-warning{--tone:var(--warning)}.is-note{--tone:var(--note)}`;

const TABLES = `
.wide{overflow-x:auto;min-width:0}
table{border-collapse:collapse;font-size:13px;width:100%}
caption{text-align:left;color:var(--muted);font-size:13px;padding:0 0 6px;max-width:calc(100vw - 54px)}
th,td{padding:5px 10px 5px 0;text-align:right;vertical-align:top;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
th[scope=row],thead th:first-child{text-align:left;font-weight:400}
thead th{color:var(--muted);font-weight:400;font-size:12px;border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--grid)}
th.text,td.text,td.text ul{text-align:left;white-space:normal;overflow-wrap:anywhere}
th.text,td.text{min-width:7em}.trades .text:last-child,.refusals .text:last-child{min-width:18em}
td.text ul{margin:0;padding-left:16px}
.why,.source{display:block;color:var(--muted);font-size:12px;white-space:normal}
.grid{display:grid;gap:22px 30px}.grid.two{grid-template-columns:repeat(2,minmax(0,1fr))}.grid.one{grid-template-columns:minmax(0,1fr)}
.grid>*{min-width:0}.grid+.grid{margin-top:22px}
.runs th[scope=row]{font-weight:600}
.swatch{display:inline-block;width:10px;height:10px;border-radius:3px;background:var(--swatch);margin-right:8px}
.metrics th[scope=row]{white-space:normal;min-width:9em}.metrics .why{min-width:15em;margin-left:auto;max-width:30em;text-wrap:balance}
.term{cursor:help;text-decoration:underline dotted var(--muted) 1px;text-underline-offset:3px}
.definitions{columns:2;column-gap:44px;font-size:13px;margin:8px 0 0}.definitions div{break-inside:avoid;margin-bottom:9px}
.definitions dt{font-weight:600}.definitions dd{margin:0}
.pairs th{color:var(--muted);width:40%;white-space:normal;padding-right:16px;overflow-wrap:anywhere}
.share{display:inline-block;min-width:150px;padding:0 8px;background:linear-gradient(90deg,color-mix(in srgb,var(--accent) 26%,var(--card)) var(--share),var(--grid) var(--share));border-radius:3px}
.ahead td{text-align:right}
details.data{font-size:13px;margin-top:10px}details.data summary{cursor:pointer;color:var(--muted)}details.data[open] summary{margin-bottom:8px}
.heat td{text-align:center;padding:4px 2px}.heat th{text-align:center}.heat.years th[scope=row]{text-align:left}
.heat.years td,.heat.days td{border:2px solid var(--card);border-radius:5px}
.heat.years{max-width:980px;table-layout:fixed;min-width:640px}.heat .total{font-weight:600}
.heat.years{margin-bottom:14px}
.months{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:20px 26px}
.heat.days{table-layout:fixed;font-size:12px}.heat.days caption{font-weight:600;color:var(--ink)}
.heat.days td{height:38px;line-height:1.15;padding:3px 0}.heat.days td.none{background:none}.heat.days td.out{color:var(--muted);font-size:10px}
.heat.days th{padding:5px 0;text-align:center}.heat.days small{display:block;font-size:9.5px}
.h0{background:var(--grid)}`;

const CHARTS = `
.grid+figure{margin-top:20px}
figure{margin:0 0 20px}figure:last-child{margin-bottom:0}
figcaption{margin-bottom:8px}figcaption b{color:var(--ink)}
.uplot,.uplot *{font-family:inherit}
.u-select{background:color-mix(in srgb,var(--accent) 16%,transparent)}
.u-hz .u-cursor-x,.u-vt .u-cursor-y{border-right:1px solid var(--muted);opacity:.55}
.chart{position:relative}
.legend{display:flex;flex-wrap:wrap;gap:2px 4px;margin:0 0 4px -6px;font-size:12.5px;min-height:25px}
.legend .item{display:inline-flex;align-items:center;gap:6px;padding:2px 6px;border:0;border-radius:5px;background:none;font:inherit;text-align:left;color:var(--ink)}
.legend button.item{cursor:pointer}.legend button.item:hover{background:var(--grid)}
.legend .item[aria-pressed=false]{opacity:.4;text-decoration:line-through}
.legend i{width:14px;height:0;border-top:2.5px solid var(--swatch)}.legend i.dashed{border-top-style:dashed;border-top-width:2px}
.legend i.area{width:11px;height:11px;border:0;border-radius:3px;background:var(--swatch)}
.legend b{font-weight:400;color:var(--muted)}
.legend .when{margin-left:auto;padding:2px 0;color:var(--muted)}.legend .when:empty{display:none}
.readout{position:absolute;z-index:1;right:8px;top:-26px;padding:1px 6px;border-radius:4px;background:var(--card);color:var(--muted);font-size:12.5px;pointer-events:none}
.tip{position:absolute;z-index:9;max-width:360px;background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:8px;box-shadow:0 6px 24px #0003;padding:10px 14px;font-size:12.5px;pointer-events:none}
.tip[hidden]{display:none}
.tip dl{display:grid;grid-template-columns:auto 1fr;gap:1px 12px;margin:5px 0}.tip dt{color:var(--muted)}.tip dd{margin:0}
.tip p{margin:6px 0 0;padding-top:6px;border-top:1px solid var(--line);overflow-wrap:anywhere}`;

const NARROW = `
@media (max-width:820px){.tiles{grid-template-columns:repeat(2,1fr)}.grid.two,.definitions{grid-template-columns:minmax(0,1fr);columns:1}
main,footer{padding-left:12px;padding-right:12px}.card{padding:16px 14px 18px}h1{font-size:26px}.verdict{font-size:17px}.top{padding-top:24px}.tiles .value{font-size:21px}.tiles li{padding:11px 14px}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}`;

/**
 * A page of A4 less its margins is 688 pixels wide: while the script draws for paper, the page is laid out as on it. What is
 * `long` may go on on the next page; its header is not repeated there, for Chromium does not count that into a grid's height
 * and lays what follows over the last rows.
 */
const PAPER = `
.paper main{width:686px;padding:0}.paper .card{border:0;padding:10px 0}.paper .grid.two{grid-template-columns:repeat(2,minmax(0,1fr))}.paper .chart{min-height:0!important}
@page{size:A4;margin:14mm}
@media print{body{font-size:11px}nav,.skip,.hint,details.data,.tip,.spoken,.readout{display:none!important}
main,footer{max-width:none;padding:0}.top{padding:0 0 12px}.card{border:0;border-radius:0;padding:10px 0;margin:0 0 6px}
.card+.card,section.card{border-top:1px solid var(--line)}
h1{font-size:24px}h2{font-size:15px}h3{font-size:13px}.verdict{font-size:14px}.tiles .value{font-size:17px}.tiles li{padding:8px 12px}
h2,h3,.lead,.remark,caption,thead{break-after:avoid}figure,.lead,.remark,.findings li,.months table,.heat.years,tr,thead,.tiles,.grid>.wide{break-inside:avoid}
.grid>.long{break-inside:auto}.grid>.long thead{display:table-row-group}
.grid.two{grid-template-columns:repeat(2,minmax(0,1fr))}.tiles{grid-template-columns:repeat(4,1fr)}
.months{grid-template-columns:repeat(4,1fr);gap:10px 12px}.heat.days{font-size:8px}.heat.days td{height:22px;padding:1px 0;border-width:1px}.heat.days small{font-size:6.5px}
table{font-size:9.5px}th,td{padding:4px 6px 4px 0}thead th,.legend,caption,.lead,.calm,.remark,figcaption,.findings .remedy,.findings .mark,.facts,footer{font-size:10px}
.why,.source,code,.facts dt,.tiles .name,.tiles .note{font-size:9px}.metrics .why{min-width:0}.wide{overflow:visible}.heat.years{min-width:0}thead th{white-space:normal}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}a{color:inherit;text-decoration:none}}`;

/** The whole style of the page. */
export const STYLE = [COLOURS, FRAME, HEAD, TABLES, CHARTS, NARROW, PAPER].map((part) => part.trim()).join("\n");
