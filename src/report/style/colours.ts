/** Names of colours as the style and the charts use them; light, dark, and on paper as in the light. */

const LIGHT = {
  page: "#f4f3ef",
  card: "#ffffff",
  ink: "#1c2227",
  muted: "#667079",
  line: "#e2e0d9",
  grid: "#eceae4",
  accent: "#1f5fbf",
  up: "#0b7a68",
  down: "#c4421a",
  problem: "#b3261e",
  warning: "#a86500",
  note: "#3d6a96",
  // Runs have more contrast to the page than their rivals, so that they cannot be confused.
  run0: "#1232ad",
  run1: "#ab4309",
  run2: "#086d5b",
  run3: "#8c3bd0",
  run4: "#4d4404",
  run5: "#b51c74",
  start: "#1c2227",
  cash: "#8b949c",
  house0: "#d97fa5",
  house1: "#8c89dc",
  house2: "#b59b70",
  // Tokens: far apart in hue, of about even weight, so that areas of them sit well beside each other.
  token0: "#b57d23",
  token1: "#62a06d",
  token2: "#b687b1",
  token3: "#f09691",
  token4: "#5ba0a5",
  token5: "#cdb04d",
  token6: "#ab948a",
  token7: "#cc727f",
  token8: "#9da0f1",
  token9: "#5aa5db",
  "cash-area": "#dcdad2",
} as const;

const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  page: "#111417",
  card: "#191d21",
  ink: "#e6e8ea",
  muted: "#98a2ab",
  line: "#2b3137",
  grid: "#242a2f",
  accent: "#7db0ff",
  up: "#3fbfa6",
  down: "#f08a62",
  problem: "#ff8a80",
  warning: "#e8b04a",
  note: "#8fb8e0",
  run0: "#9dc9fc",
  run1: "#fba472",
  run2: "#6ee2c1",
  run3: "#c79dfd",
  run4: "#edcf4c",
  run5: "#fe8ab8",
  start: "#e6e8ea",
  cash: "#7d8790",
  house0: "#b45790",
  house1: "#8283bd",
  house2: "#a2823a",
  token0: "#ca7b2b",
  token1: "#6d9a64",
  token2: "#a36596",
  token3: "#d47077",
  token4: "#489d93",
  token5: "#a18a1f",
  token6: "#936d59",
  token7: "#ae6068",
  token8: "#707cd1",
  token9: "#5280aa",
  "cash-area": "#353c42",
};

/** Strength of a heat cell by its step, from the faintest on, percent of the full colour. */
const HEAT = [12, 24, 38, 52, 72];

const declared = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

const heat = HEAT.map(
  (part, i) =>
    `.g${i + 1}{background:color-mix(in srgb,var(--up) ${part}%,var(--card))}.l${i + 1}{background:color-mix(in srgb,var(--down) ${part}%,var(--card))}`,
).join("\n");

/** Paper is light whatever the screen was; the script says `paper` while it draws for it. */
export const COLOURS = `:root{color-scheme:light dark;${declared(LIGHT)}}
@media (prefers-color-scheme:dark){:root:not(.paper){${declared(DARK)}}}
@media print{:root,:root:not(.paper){color-scheme:light;${declared({ ...LIGHT, page: "#ffffff" })}}}
${heat}
@media screen and (prefers-color-scheme:dark){:root:not(.paper) .g5,:root:not(.paper) .l5{color:#0d0f11}}`;
