import { ToolError } from "../../contract/index.js";

/** How long commands may run, as a toolset has it. */
export interface CommandTimeouts {
  /** Milliseconds for a command that asks for nothing. Left out: none. */
  readonly defaultMs?: number;
  /** Milliseconds at most, whatever is asked for. Left out: any. */
  readonly maxMs?: number;
}

/** Seed 000: a command may take as long as it takes. */
export const NO_COMMAND_TIMEOUT: CommandTimeouts = {};

/** Seed 003: 120 seconds, 600 at most. */
export const CLAUDE_CODE_COMMAND_TIMEOUTS: CommandTimeouts = { defaultMs: 120_000, maxMs: 600_000 };

/** Seed 004: DEFAULT_TIMEOUT, two minutes. */
export const OPENCODE_COMMAND_TIMEOUTS: CommandTimeouts = { defaultMs: 120_000 };

/**
 * The time limit of one command in milliseconds, `undefined` for none.
 *
 * More than the maximum becomes the maximum: a model that asks for an hour wants as much as it can get. Throws
 * `invalid-input` for what is no time at all: to end a command at once, or never, is not what anybody asked for.
 *
 * @param name - what the model calls it
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
