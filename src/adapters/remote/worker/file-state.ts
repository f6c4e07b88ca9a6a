import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { AnyTool, PathFact } from "../../../contract/index.js";
import type { RecordedPath } from "./call-records.js";

/** Bytes of a file up to which its content counts; of a larger one its size, times and number. Hashing takes 1 ms. */
const MAX_HASHED_BYTES = 1_048_576;

/** Most files of a call whose states are recorded. */
const MAX_FILES = 1_000;

/** Bytes of all files of a call whose content is hashed, which takes about 10 ms; of the others their size, times and number count. */
const MAX_TOTAL_BYTES = 8_388_608;

/** The paths that a call may change. */
export interface StatesBefore {
  readonly paths: readonly RecordedPath[];
  /** Whether it names more paths than were recorded. */
  readonly isPartial: boolean;
}

/**
 * Returns the paths that a call may change, with their states: immediately before its tool starts, so that no other call can change
 * them in between.
 */
export function statesBefore(tool: AnyTool, input: unknown, cwd: string): StatesBefore {
  let facts: readonly (string | PathFact)[];
  try {
    facts = tool.facts?.(input, { cwd }).paths ?? [];
  } catch {
    // The call reports it.
    return { paths: [], isPartial: false };
  }
  const changed = facts.filter((fact) => typeof fact === "string" || fact.access !== "read");
  let bytesLeft = MAX_TOTAL_BYTES;
  const paths = changed.slice(0, MAX_FILES).map((fact): RecordedPath => {
    const named = typeof fact === "string" ? fact : fact.path;
    const path = resolve(cwd, named.replace(/^~(?=\/|$)/, homedir()));
    try {
      const { state, hashedBytes } = lookAt(path, Math.min(bytesLeft, MAX_HASHED_BYTES));
      bytesLeft -= hashedBytes;
      return { path, ...(state !== undefined && { state }) };
    } catch {
      return { path, isUnknown: true };
    }
  });
  return { paths, isPartial: changed.length > MAX_FILES };
}

/**
 * Returns whether a file still has a state.
 *
 * @param state - absent if there was no file
 * @throws Error if it cannot be looked at: no permission, a circle of links, a name that is too long
 */
export function hasState(path: string, state: string | undefined): boolean {
  const isHashed = state?.includes(HASHED) === true;
  return lookAt(path, isHashed ? MAX_HASHED_BYTES : 0).state === state;
}

/** Separates the mode of a file from the hash of its content. */
const HASHED = " sha256 ";

/** Returns a text that identifies the state of a file; its content counts up to a size. Without a file there is no state. */
function lookAt(path: string, maxBytes: number): { readonly state?: string; readonly hashedBytes: number } {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return { hashedBytes: 0 };
  if (!stat.isFile() || stat.size > maxBytes) {
    const facts = [stat.mode, stat.dev, stat.ino, stat.size, stat.mtimeNs];
    return { state: facts.join(" "), hashedBytes: 0 };
  }
  const content = readFileSync(path);
  const hash = createHash("sha256").update(content).digest("base64");
  return { state: `${stat.mode}${HASHED}${hash}`, hashedBytes: content.byteLength };
}
