import { ToolError } from "../../contract/index.js";

/** Time limits of commands in a toolset. */
export interface CommandTimeouts {
  /** Milliseconds for a command without a requested limit. Absent: none. */
  readonly defaultMs?: number;
  /** Most milliseconds that may be requested. Absent: any. */
  readonly maxMs?: number;
}

/** Time limits of a toolset whose commands have none, as in the Amp specification. */
export const NO_COMMAND_TIMEOUT: CommandTimeouts = {};

/** Time limits of the Claude Code specification: 120 seconds by default, at most 600. */
export const CLAUDE_CODE_COMMAND_TIMEOUTS: CommandTimeouts = { defaultMs: 120_000, maxMs: 600_000 };

/** Time limits of the OpenCode specification: DEFAULT_TIMEOUT, two minutes. */
export const OPENCODE_COMMAND_TIMEOUTS: CommandTimeouts = { defaultMs: 120_000 };

/**
 * Returns the time limit of one command in milliseconds, `undefined` for none.
 *
 * More than the maximum becomes the maximum: a model that requests an hour wants as much time as possible. Throws
 * `invalid-input` for an invalid time, because ending a command at once or never is not what was requested.
 *
 * @param name - the model's name for the parameter
 */
export function commandTimeout(
  asked: number | undefined,
  { defaultMs, maxMs = Number.POSITIVE_INFINITY }: CommandTimeouts,
  name: string,
): number | undefined {
  if (asked === undefined) return defaultMs;
  if (!Number.isFinite(asked) || asked < 1) {
    throw new ToolError(
      `${name} must be a number of milliseconds of at least 1, but it is ${asked}. Leave it out for ${defaultMs === undefined ? "no limit" : `the default, ${defaultMs}`}.`,
      { code: "invalid-input" },
    );
  }
  return Math.min(asked, maxMs);
}
