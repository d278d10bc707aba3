import { InvalidArgumentError, type Command } from "commander";
import type { RequestOf } from "../app/control/requests.js";
import type { Answers } from "../app/requests/answers.js";
import { isJsonObject } from "../core/json.js";
import { ask, examples } from "./action.js";
import type { Terminal } from "./terminal.js";

/** `contender profile` and `contender profile set`. */
export function define(command: Command, terminal: Terminal): void {
  const set = command
    .command("set")
    .description("change the contact person or the metadata; the other stays unchanged")
    .option("--contact <name>", "the contact person")
    .option("--metadata <json>", "the agent's metadata as one JSON object; it replaces the old one", jsonObject);
  examples(command, {
    "contender profile": "the team's profile",
    'contender profile set --contact "Ada Lovelace"': "change the contact person",
    'contender profile set --metadata \'{"description":"…"}\'': "replace the metadata",
  });
  examples(set, {
    'contender profile set --contact "Ada Lovelace"': "the metadata stays unchanged",
    'contender profile set --metadata \'{"description":"…"}\'':
      "replaces all metadata; the contact person stays unchanged",
  });
  ask<"profile">(command, terminal, () => ({ do: "profile" }), print);
  ask<"set-profile">(set, terminal, (_args, options) => change(options), print);
}

type Change = RequestOf<"set-profile">;

function change({ contact, metadata }: Readonly<Record<string, unknown>>): Change {
  return {
    do: "set-profile",
    contactPerson: contact as Change["contactPerson"],
    metadata: metadata as Change["metadata"],
  };
}

function jsonObject(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It is not JSON.");
  }
  if (isJsonObject(value)) return value;
  throw new InvalidArgumentError("It is JSON, but not an object.");
}

async function print(profile: Answers["profile"]): Promise<string> {
  const { facts } = await import("./format/table.js");
  return facts({
    team: profile.name,
    id: profile.id,
    email: profile.email,
    contact: profile.contactPerson,
    metadata: JSON.stringify(profile.metadata),
  });
}
