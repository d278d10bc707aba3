import { z } from "zod";
import { anyText, flag } from "../core/kinds.js";

/** A token, for `checkArguments`. */
export const token = z.looseObject(
  { name: anyText, address: anyText, chain: z.enum(["evm", "svm"]), specificChain: anyText, cash: flag },
  { error: 'must be a token, such as registry.resolve("WETH.eth")' },
);
