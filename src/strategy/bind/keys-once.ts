import { z } from "zod";

/**
 * Takes anything but what has two keys that mean the same to `keyType` (`WETH` and `WETH.eth` are one token): a record would
 * keep the last one, without a word. To be piped into the record.
 */
export function keysOnce(keyType: z.core.$ZodType): z.ZodUnknown {
  return z.unknown().check(({ value, issues }) => {
    const meant = new Map<unknown, string>();
    for (const key of Object.keys(value ?? {})) {
      const { data = key } = z.core.safeParse(keyType, key);
      const before = meant.get(data);
      if (before !== undefined) {
        const message = `is the same as ${before}, which stands here too`;
        issues.push({ code: "custom", path: [key], message, input: value });
      }
      meant.set(data, key);
    }
  });
}
