import type { SandboxMode } from "./sandbox-options.js";

/** Options of read-only commands, which run without a question. */
export interface UnaskedOptions {
  /**
   * Whether these commands run in a separate sandbox: the whole machine read-only, without network and
   * without secret files. Default `"prefer"`. The sandbox takes some milliseconds per command; `"require"`
   * refuses commands without it.
   */
  readonly sandbox?: SandboxMode;
}

const MODES: readonly unknown[] = ["off", "prefer", "require"];

/**
 * Returns complete options; throws a `TypeError` for an unknown option or value that names the valid ones.
 */
export function checkUnaskedOptions(options: UnaskedOptions | undefined): Required<UnaskedOptions> {
  const given: unknown = options ?? {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(
      `shell.unasked must be an object like { sandbox: "prefer" }, not ${JSON.stringify(given)}.`,
    );
  }
  const { sandbox = "prefer", ...others } = given as UnaskedOptions;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(`shell.unasked: unknown option "${unknown}"; the only option is "sandbox".`);
  }
  if (!MODES.includes(sandbox)) {
    throw new TypeError(
      `shell.unasked.sandbox must be "off", "prefer" or "require", not ${JSON.stringify(sandbox)}.`,
    );
  }
  return { sandbox };
}
