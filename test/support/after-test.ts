const pending: (() => unknown)[] = [];

/**
 * To be done after the test that runs now, or the next one. For helpers: a hook of their own is heard by the first file
 * of a process alone, for the others their module is there already.
 */
export function afterThisTest(work: () => unknown): void {
  pending.push(work);
}

/** Does what was asked for. `setup.ts` calls it, in every file. */
export async function endTest(): Promise<void> {
  await Promise.all(pending.splice(0).map((work) => work()));
}
