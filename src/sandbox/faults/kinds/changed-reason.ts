import { z } from "zod";
import { isJsonObject } from "../../../core/json.js";
import type { SandboxAnswer } from "../../exchanged.js";
import { anyOf, picked } from "../fields.js";
import { objectOf } from "../json-answer.js";
import { defineKind } from "../kind.js";

type Change = "cut" | "prefix" | "replace" | "upper-case" | "escape";

export const changedReason = defineKind({
  name: "changed-reason",
  summary: "The service stores and returns another reason than the one sent with a trade.",
  fields: {
    change: anyOf("cut", "prefix", "replace", "upper-case", "escape").describe(
      "The reason is `cut` to `length` characters, gets a `prefix` (`Trade: …`), is replaced by `trade` (`replace`), put in `upper-case`, or escaped as HTML (`escape`). Default: random.",
    ),
    length: z.int().min(1).max(500).default(50).describe("Length after the cut, in characters. Default: 50."),
  },
  only: ["executeTrade"],
  arm: ({ change, length }, { noteReason }) => ({
    meet(_request, random) {
      const how = picked(change, random);
      let sent: string | null = null;
      return {
        rewrite(request) {
          const fields = objectOf(request.body ?? "");
          const reason = fields?.["reason"];
          if (typeof reason !== "string") return request;
          const kept = changed(reason, how, length);
          if (kept === reason) return request;
          sent = reason;
          return { ...request, body: JSON.stringify({ ...fields, reason: kept }) };
        },
        served(answer) {
          const id = tradeIdOf(answer);
          if (id !== null && sent !== null) noteReason(id, sent);
        },
      };
    },
  }),
});

function changed(reason: string, how: Change, length: number): string {
  if (how === "cut") return reason.slice(0, length);
  if (how === "prefix") return `Trade: ${reason}`;
  if (how === "replace") return "trade";
  if (how === "upper-case") return reason.toUpperCase();
  return reason.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("[", "&#91;").replaceAll("]", "&#93;");
}

function tradeIdOf({ body }: SandboxAnswer): string | null {
  const transaction = objectOf(body)?.["transaction"];
  const id = isJsonObject(transaction) ? transaction["id"] : null;
  return typeof id === "string" ? id : null;
}
