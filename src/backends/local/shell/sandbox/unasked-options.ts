import type { SandboxMode } from "./sandbox-options.js";

/** How commands run that nobody was asked about, because they only read. */
export interface UnaskedOptions {
  /**
   * Whether they run in a sandbox of their own: the whole machine read-only, without network and without secret files. Default
   * `"prefer"`. It takes some milliseconds a command; `"require"` refuses what cannot be run so.
   */
  readonly sandbox?: SandboxMode;
}

const MODES: readonly unknown[] = ["off", "prefer", "require"];

/** Gives complete options; throws a `TypeError` for what there is not, with what there is. */
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
    throw new TypeError(`shell.unasked: there is no option "${unknown}"; the only one is "sandbox".`);
  }
  if (!MODES.includes(sandbox)) {
    throw new TypeError(
      `shell.unasked.sandbox must be "off", "prefer" or "require", not ${JSON.stringify(sandbox)}.`,
    );
  }
  return { sandbox };
}
