import { isRecord, type KeysOf, requireKnownKeys } from "../../values/index.js";
import type { Mode } from "./check-tool-permission.js";

const MODE_KEYS = {
  includeTools: true,
  allowMcp: true,
  allowToolbox: true,
  subagentType: true,
} as const satisfies KeysOf<Mode>;

/**
 * Checks a mode of a host. An invalid one would fail every call, or hide tools without a message.
 *
 * @throws TypeError that names the invalid key or value
 *
 * @example
 * checkMode({ includeTools: ["Read", "Grep"], allowMcp: true });
 */
export function checkMode(mode: unknown): Mode | undefined {
  if (mode === undefined) return undefined;
  if (!isRecord(mode)) {
    throw new TypeError(
      `mode must be an object like { includeTools: ["Read"] }, but it is ${mode === null ? "null" : Array.isArray(mode) ? "a list" : `a ${typeof mode}`}.`,
    );
  }
  requireKnownKeys("mode", mode, MODE_KEYS, "key");
  const { includeTools, allowMcp, allowToolbox, subagentType } = mode;
  if (!Array.isArray(includeTools) || !includeTools.every((name) => typeof name === "string")) {
    throw new TypeError(
      'mode needs includeTools, a list of the names of the native tools to offer, for example ["Read", "Grep"].',
    );
  }
  for (const [name, value] of Object.entries({ allowMcp, allowToolbox })) {
    if (value !== undefined && typeof value !== "boolean")
      throw new TypeError(`mode.${name} must be true or false, but it is a ${typeof value}.`);
  }
  if (subagentType !== undefined && (typeof subagentType !== "string" || subagentType === ""))
    throw new TypeError(
      "mode.subagentType must be the name of a kind of subagent, a string that is not empty.",
    );
  return mode as unknown as Mode;
}
