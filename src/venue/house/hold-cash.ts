import type { HousePolicy } from "./policy.js";

/** Never trades: who stands below it has lost money. */
export const holdCash: HousePolicy = { name: "house-hold-cash", begin: () => () => undefined };
