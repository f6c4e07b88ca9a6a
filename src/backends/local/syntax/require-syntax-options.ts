import { type KeysOf, requireOptions, shownValue } from "../../../values/index.js";
import type { SyntaxOptions } from "./local-syntax.js";

const NAMES = { grammars: true, installed: true } as const satisfies KeysOf<SyntaxOptions>;

/** Refuses options of the check of syntax that cannot mean anything. */
export function requireSyntaxOptions(given: unknown): void {
  if (given === undefined || given === "installed") return;
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `syntax must be "installed" or an object with grammars, but it is ${shownValue(given)}.`,
    );
  }
  requireOptions("syntax", given, NAMES);
  const { grammars = {} } = given as SyntaxOptions;
  if (typeof grammars !== "object" || grammars === null) {
    throw new TypeError(`syntax.grammars must be an object, but it is ${shownValue(grammars)}.`);
  }
  for (const [ending, grammar] of Object.entries(grammars)) {
    if (!/^\.[^./\\]+$/.test(ending) || ending !== ending.toLowerCase()) {
      throw new TypeError(
        `syntax.grammars: ${shownValue(ending)} is not the ending of a file name in lower case, such as ".py".`,
      );
    }
    if (typeof grammar === "string" || typeof grammar === "function" || grammar instanceof Uint8Array)
      continue;
    throw new TypeError(`syntax.grammars["${ending}"] must be a path, bytes or a function.`);
  }
}
