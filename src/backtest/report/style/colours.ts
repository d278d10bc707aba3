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
  // Runs, rivals.
  run0: "#1f5fbf",
  run1: "#c2410c",
  run2: "#0f766e",
  run3: "#7c3aed",
  run4: "#a16207",
  run5: "#be185d",
  start: "#1c2227",
  cash: "#8b949c",
  house0: "#b2557f",
  house1: "#7a6bb5",
  house2: "#a1874b",
  // Tokens: far apart in hue, of even weight, so that areas of them sit well beside each other.
  token0: "#e39a4b",
  token1: "#5aa06a",
  token2: "#b07aa1",
  token3: "#d1666a",
  token4: "#57a8a6",
  token5: "#c9a93a",
  token6: "#8d6e63",
  token7: "#e08ba0",
  token8: "#6f7fc4",
  token9: "#4e79a7",
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
  run0: "#7db0ff",
  run1: "#ff9d6b",
  run2: "#4fd1bd",
  run3: "#b99aff",
  run4: "#e3c15a",
  run5: "#ff8fbd",
  start: "#e6e8ea",
  cash: "#7d8790",
  house0: "#d98bb0",
  house1: "#a99be0",
  house2: "#cbb37a",
  token0: "#e0a161",
  token1: "#73b583",
  token2: "#bf92b4",
  token3: "#dd7f83",
  token4: "#6fbcba",
  token5: "#d4ba58",
  token6: "#a98c81",
  token7: "#e3a0b0",
  token8: "#8c9ad6",
  token9: "#6f9bc9",
  "cash-area": "#353c42",
};

/** Strength of a heat cell by its step, from the faintest on, percent of the full colour. */
const HEAT = [12, 24, 38, 54, 72];

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
