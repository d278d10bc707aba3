import type { MaybePromise } from "../core/maybe.js";
import type { OperationId } from "../contract/index.js";
import type { Fields } from "./fields.js";

/** An admitted request: `teamId` is "" where the operation needs no key. */
export interface Call<Id extends OperationId> extends Fields<Id> {
  readonly teamId: string;
}

/** How each of these operations is answered: the JSON text of the body. Throws ServiceRefusal, or the exchange's Refusal. */
export type Handlers<Ids extends OperationId = OperationId> = {
  readonly [Id in Ids]: (call: Call<Id>) => MaybePromise<string>;
};
