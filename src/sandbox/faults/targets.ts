import { OPERATION_IDS, operations, type Operation, type OperationId } from "../../contract/index.js";

/** Operations under one name: by the first part of their path, or by what they do. */
const GROUPS = {
  all: () => true,
  trade: ({ path }) => path.startsWith("/api/trade"),
  price: ({ path }) => path.startsWith("/api/price"),
  account: ({ path }) => path.startsWith("/api/account"),
  competition: ({ path }) => path.startsWith("/api/competition"),
  health: ({ path }) => path.startsWith("/api/health"),
  reads: ({ method }) => method === "GET",
  writes: ({ method }) => method !== "GET",
} as const satisfies Record<string, (operation: Operation) => boolean>;

type OperationGroup = keyof typeof GROUPS;
export type Target = OperationGroup | OperationId;

export const OPERATION_GROUPS = Object.keys(GROUPS) as OperationGroup[];
export const TARGETS: readonly Target[] = [...OPERATION_GROUPS, ...OPERATION_IDS];

/** The operations that are meant. */
export function operationsOf(targets: readonly Target[]): ReadonlySet<OperationId> {
  return new Set(
    OPERATION_IDS.filter((id) => targets.some((target) => target === id || inGroup(target, operations[id]))),
  );
}

function inGroup(target: Target, operation: Operation): boolean {
  return target in GROUPS && GROUPS[target as OperationGroup](operation);
}

const BY_REQUEST_LINE = new Map<string, OperationId>(
  OPERATION_IDS.map((id) => [`${operations[id].method} ${operations[id].path}`, id]),
);

/** The operation that a request asks for; null where there is none. */
export function operationAsked(method: string, path: string): (Operation & { readonly id: OperationId }) | null {
  const [bare = ""] = path.split("?");
  const id = BY_REQUEST_LINE.get(`${method} ${bare}`);
  return id === undefined ? null : operations[id];
}
