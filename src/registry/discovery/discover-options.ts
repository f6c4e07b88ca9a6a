import { isTextList } from "../../values/index.js";
import type { DiscoverOptions } from "./discovery.js";

/** Time limit for one file: a slow machine starts an interpreter and its libraries in a fraction of it. */
export const DEFAULT_DISCOVERY_TIMEOUT_MS = 10_000;

/**
 * Milliseconds that a loader or a shell has after the time limit of a file to stop it and to report why, before the
 * wait for it ends.
 */
export const DISCOVERY_GRACE_MS = 1_000;

/** Refuses invalid options: `TypeError`, or `RangeError` for the time limit. */
export function checkDiscoverOptions({
  trust,
  modules,
  programs,
  mayReplace,
  timeoutMs,
}: DiscoverOptions): void {
  if (trust !== undefined && trust !== "ask" && trust !== "trusted") {
    throw new TypeError(`discover: trust must be "ask" or "trusted", but it is ${JSON.stringify(trust)}.`);
  }
  checkTexts("modules", modules);
  checkTexts("programs", programs);
  checkMayReplace("discover: mayReplace", mayReplace);
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0)) {
    throw new RangeError(
      `discover: timeoutMs must be a number of milliseconds above 0, but it is ${String(timeoutMs)}.`,
    );
  }
}

/** Refuses a value that is not a `MayReplace`; a bare name would be iterated by its letters. */
export function checkMayReplace(field: string, value: unknown): void {
  if (value === undefined || value === "none" || value === "all" || isTextList(value)) return;
  throw new TypeError(
    `${field} must be "none", "all" or a list of tool names, but it is ${JSON.stringify(value)}.`,
  );
}

function checkTexts(field: string, value: unknown): void {
  if (value === undefined || isTextList(value)) return;
  throw new TypeError(`discover: ${field} must be a list of folders, but it is ${JSON.stringify(value)}.`);
}
