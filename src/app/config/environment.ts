/** The text of a reference that cannot be filled in, for the error. */
interface BadReference {
  readonly text: string;
  readonly hint: string;
}

/** What `interpolate` made of a text. */
interface Interpolated {
  readonly value: string;
  readonly bad: readonly BadReference[];
  /** Names and values that came from the environment. */
  readonly used: readonly { readonly name: string; readonly value: string }[];
}

const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;
const INSIDE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;
const ALONE = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a text is one reference and nothing else, as a secret has to be. */
export function isReference(text: string): boolean {
  return ALONE.test(text.trim());
}

/** The name in a text that is one reference and nothing else; null where it is something else. */
export function referredName(text: string): string | null {
  return isReference(text) ? text.trim().slice(2, -1) : null;
}

/**
 * Fills `${NAME}` and `${NAME:-default}` from the environment; `$${` stands for `${` itself. An empty
 * variable counts as missing: an empty key is never what is meant.
 */
export function interpolate(text: string, env: Environment): Interpolated {
  const bad: BadReference[] = [];
  const used: { name: string; value: string }[] = [];
  const value = text.replace(REFERENCE, (whole, inside: string | undefined, close: string | undefined) => {
    if (inside === undefined) return "${";
    const parts = close === "}" ? INSIDE.exec(inside) : null;
    if (parts === null) {
      bad.push({
        text: `\`${whole}\` is not a reference to an environment variable`,
        hint: "Write ${NAME} or ${NAME:-default}. Write $${ for a literal ${.",
      });
      return "";
    }
    const [, name = "", fallback] = parts;
    const found = env[name];
    if (found !== undefined && found !== "") {
      used.push({ name, value: found });
      return found;
    }
    if (fallback !== undefined) return fallback;
    bad.push({
      text: `the environment variable ${name} is ${found === undefined ? "not set" : "empty"}`,
      hint: `Set it (export ${name}=…), or write a default: \${${name}:-default}.`,
    });
    return "";
  });
  return { value, bad, used };
}

/** Whether a variable of this name probably holds a secret, wherever config uses it. */
export function looksSecret(name: string): boolean {
  return /KEY|SECRET|TOKEN|PASSW|PASSPHRASE|CREDENTIAL/i.test(name);
}

/** The variables that a text refers to and that probably hold a secret, set or not. */
export function secretsNamedIn(text: string): string[] {
  const names = [...text.matchAll(REFERENCE)].map(([, inside = ""]) => INSIDE.exec(inside)?.[1] ?? "");
  return names.filter(looksSecret);
}
