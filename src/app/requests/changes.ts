import { plain } from "../../core/number/decimal.js";
import type { SwapProgress } from "../../engine/control.js";
import type { HandVerdict } from "../../execution/index.js";
import type { RequestOf } from "../control/requests.js";
import { UsageError } from "../errors.js";
import { amountOf } from "./amount.js";
import type { Answers } from "./answers.js";
import type { RequestPorts } from "./ports.js";

export async function swap(
  { control, registry }: RequestPorts,
  request: RequestOf<"swap">,
  onProgress?: (progress: SwapProgress) => void,
): Promise<Answers["swap"]> {
  const command = {
    from: registry.resolve(request.from).name,
    to: registry.resolve(request.to).name,
    size: { amount: plain(amountOf(request.amount)) },
    reason: request.reason,
    book: request.book,
    id: request.id,
    again: request.again,
  };
  return control.swap(command, onProgress);
}

export async function resolve({ control }: RequestPorts, request: RequestOf<"resolve">): Promise<Answers["resolve"]> {
  const { intent, verdict, reason, trade } = request;
  if (verdict === "not-executed" && trade !== undefined)
    throw new UsageError(`--trade ${trade} contradicts --as not-executed for ${intent}`, {
      remedy: "Use --as filled with --trade, or leave --trade out.",
    });
  const said: HandVerdict =
    verdict === "not-executed" ? { kind: verdict, reason } : { kind: verdict, reason, tradeId: trade };
  await control.resolve(intent, said);
  return { intent, verdict };
}

export async function setProfile(
  { gateway }: RequestPorts,
  { contactPerson, metadata }: RequestOf<"set-profile">,
): Promise<Answers["set-profile"]> {
  if (contactPerson === undefined && metadata === undefined)
    throw new UsageError("No change was given", { remedy: "Give --contact, --metadata, or both." });
  return gateway.updateProfile({ contactPerson, metadata });
}

export async function rotateKey({ control, keySource }: RequestPorts): Promise<Answers["rotate-key"]> {
  await control.rotateKey();
  return { rotated: true, keyFile: keySource };
}
