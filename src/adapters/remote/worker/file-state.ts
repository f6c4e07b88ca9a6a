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

/**
 * Returns the paths that a call may change, with their states: immediately before its tool starts, so that no other call can change
 * them in between.
 */
export function statesBefore(tool: AnyTool, input: unknown, cwd: string): readonly RecordedPath[] {
  let facts: readonly (string | PathFact)[];
  try {
    facts = tool.facts?.(input, { cwd }).paths ?? [];
  } catch {
    // The call reports it.
    return [];
  }
  const changed = facts.filter((fact) => typeof fact === "string" || fact.access !== "read");
  return changed.slice(0, MAX_FILES).map((fact) => {
    const named = typeof fact === "string" ? fact : fact.path;
    const path = resolve(cwd, named.replace(/^~(?=\/|$)/, homedir()));
    try {
      const state = stateOf(path);
      return { path, ...(state !== undefined && { state }) };
    } catch {
      return { path, isUnknown: true };
    }
  });
}

/**
 * Returns a text that identifies the state of a file; `undefined` if there is none.
 *
 * @throws Error if it cannot be looked at: no permission, a circle of links, a name that is too long
 */
export function stateOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isFile() && stat.size <= MAX_HASHED_BYTES)
    return `${stat.mode} ${createHash("sha256").update(readFileSync(path)).digest("base64")}`;
  return [stat.mode, stat.dev, stat.ino, stat.size, stat.mtimeNs].join(" ");
}
