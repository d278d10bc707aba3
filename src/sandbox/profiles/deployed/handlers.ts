import type { MaybePromise } from "../../../core/maybe.js";
import type { OperationId } from "../../../contract/index.js";
import type { Sent } from "../profile.js";

/** An admitted request, its fields not checked yet: `teamId` is "" where the operation needs no key. */
export interface DeployedCall extends Sent {
  readonly teamId: string;
}

/** How each of these operations is answered: the JSON text of the body. Throws what `errorAnswer` knows. */
export type DeployedHandlers<Ids extends OperationId = OperationId> = {
  readonly [Id in Ids]: (call: DeployedCall) => MaybePromise<string>;
};
