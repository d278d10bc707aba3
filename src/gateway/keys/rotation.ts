import { AuthError, KeyNotRotatableError, KeyRotationError, RefusalError, ServiceError } from "../errors.js";
import type { CallWithKey, Pipeline } from "../pipeline.js";
import type { HttpAnswer } from "../transport.js";
import { lookInto } from "./key-file.js";
import type { KeyProbe, KeyStore } from "./key-store.js";

/** Ends a rotation that was cut short, if one was. Throws KeyRotationError where no key is accepted, or what the probe throws. */
export async function recoverKey(pipeline: Pipeline, store: KeyStore): Promise<void> {
  if (store.interrupted()) await pipeline.alone((call) => store.recover(probeWith(call)));
}

/**
 * Changes the key while nothing else is in flight, and tries the new one. Throws what the store
 * throws, and KeyRotationError where the answer to the reset was lost.
 */
export function rotateKey(pipeline: Pipeline, store: KeyStore): Promise<void> {
  return pipeline.alone(async (call) => {
    const accepted = probeWith(call);
    const old = store.key();
    const came: { body?: string } = {};
    const onAnswer = (answer: HttpAnswer): void => {
      if (answer.status >= 200 && answer.status < 300) came.body = answer.body;
    };
    try {
      await store.rotate(async (key) => (await call("resetApiKey", key, onAnswer)).apiKey);
    } catch (error) {
      if (isDefinite(error)) throw error;
      const kept = came.body === undefined ? null : keep(store, came.body);
      throw await afterLostAnswer(accepted, old, kept === null ? null : lookInto(kept, store.source), error);
    }
    if (!(await tryKey(accepted, store)))
      throw new KeyRotationError(`The service refuses the key that it has just made (it is in ${store.source})`, {
        remedy: "Ask the organisers of the competition.",
      });
    store.confirm();
  });
}

/** Whether the new key works. Throws KeyRotationError, which says where both keys are, where that cannot be found out now. */
async function tryKey(accepted: KeyProbe, store: KeyStore): Promise<boolean> {
  try {
    return await accepted(store.key());
  } catch (cause) {
    throw new KeyRotationError(
      `The key was changed: the new one is in ${store.source}, but whether it works could not be tried`,
      { remedy: "Nothing is lost: the old key is kept beside it until the next start has tried the new one.", cause },
    );
  }
}

/** Keeps an answer that could not be read, before anything else is asked; null where that cannot be done. */
function keep(store: KeyStore, body: string): string | null {
  try {
    return store.keepAnswer(body);
  } catch {
    return null;
  }
}

/** 401 is a refusal of the key; every other refusal is one of a team that the service knows by it. */
function probeWith(call: CallWithKey): KeyProbe {
  return async (key) => {
    try {
      await call("getProfile", key);
      return true;
    } catch (error) {
      if (error instanceof AuthError) return false;
      if (error instanceof RefusalError && error.status === 403) return true;
      throw error;
    }
  };
}

/** Whether it is known that the old key is still the key, or that the store has told what became of it. */
function isDefinite(error: unknown): boolean {
  return (
    error instanceof KeyNotRotatableError ||
    error instanceof KeyRotationError ||
    (error instanceof RefusalError && !(error instanceof ServiceError))
  );
}

/** @param look what to do where the answer came and is kept, for it could not be read; null where none came */
async function afterLostAnswer(
  accepted: KeyProbe,
  old: string,
  look: string | null,
  cause: unknown,
): Promise<KeyRotationError> {
  try {
    if (await accepted(old))
      return new KeyRotationError(`The key was not changed: ${what(look)}, and the old key still works`, {
        remedy: "Try again later.",
        cause,
      });
  } catch {
    return new KeyRotationError("Whether the key was changed is not known: the service does not answer", {
      remedy: `Start again when it does: which key is valid is found out then.${look === null ? "" : ` ${look}`}`,
      cause,
    });
  }
  const lost = look === null ? "was lost" : "could not be read";
  return new KeyRotationError(`The old key is no longer valid, and the answer with the new one ${lost}`, {
    remedy: look ?? "Ask the organisers of the competition for a new key.",
    cause,
  });
}

function what(look: string | null): string {
  return look === null ? "the service did not answer" : "the service's answer could not be read";
}
