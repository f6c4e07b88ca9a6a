import { randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OutputStore } from "../../../contract/index.js";
import {
  createOutputIds,
  type OutputStoreLimits,
  outputName,
  outputStoreLimits,
  ownsOutputName,
} from "../../../truncation/index.js";
import { findStateFolder } from "../file-locks/index.js";
import { cleanOutputs } from "./clean-outputs.js";
import { createOutputFile } from "./output-file.js";

/** Seed 004's name of the folder. */
const FOLDER_NAME = "tool-output";
/** Milliseconds between two clean-ups of a process that stores outputs. */
const CLEAN_INTERVAL_MS = 60 * 60 * 1000;
/** Part of the total after which a process cleans up sooner. */
const CLEAN_SHARE = 1 / 16;

/** How outputs are kept on disk. */
export interface LocalOutputStoreOptions extends Partial<OutputStoreLimits> {
  /** Absolute. Default: the usual place for state, or the fallback where that cannot be used. */
  readonly stateDirectory?: string;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Keeps outputs as files of mode 0600 in `tool-output` of the state directory, a folder of mode 0700.
 *
 * Nothing is made before the first output that is more than a moment's worth. The first output that a process keeps starts a clean-up in the
 * background, and then one each hour at the most, or sooner when much was stored.
 */
export function localOutputStore(options: LocalOutputStoreOptions = {}): OutputStore {
  const { stateDirectory, now = Date.now, ...chosen } = options;
  const limits = outputStoreLimits(chosen);
  const nextId = createOutputIds({ now, fillRandom: randomFillSync });
  let known: string | undefined;
  let cleanedAtMs: number | undefined;
  let storedBytes = 0;
  let cleaning = Promise.resolve();

  function folder(): string {
    // Somebody may clear the state directory while this process runs.
    if (known !== undefined && existsSync(known)) return known;
    const found = findStateFolder(FOLDER_NAME, stateDirectory);
    if (found.type === "none") throw new Error(`there is no safe place for it: ${found.reason}`);
    known = found.path;
    return known;
  }

  /** One after the other: what was stored while one was under way is seen by the next. */
  function clean(): Promise<void> {
    cleaning = cleaning.then(cleanOnce);
    return cleaning;
  }

  async function cleanOnce(): Promise<void> {
    try {
      await cleanOutputs(folder(), limits, now());
    } catch {
      // Without a folder there is nothing to clean.
    }
  }

  return {
    open: ({ sessionId }) =>
      createOutputFile({
        place: () => join(folder(), outputName(nextId(), sessionId)),
        maxBytes: limits.maxOutputBytes,
        onKept(bytes) {
          storedBytes += bytes;
          const due = cleanedAtMs === undefined || Math.abs(now() - cleanedAtMs) > CLEAN_INTERVAL_MS;
          if (!due && storedBytes <= limits.maxTotalBytes * CLEAN_SHARE) return;
          // Noted here and not when it starts: one clean-up is enough for whatever comes until then.
          cleanedAtMs = now();
          storedBytes = 0;
          void clean();
        },
      }),
    owns(path, sessionIds) {
      if (!ownsOutputName(basename(path), sessionIds)) return false;
      try {
        return dirname(path) === folder();
      } catch {
        return false;
      }
    },
    clean,
  };
}
