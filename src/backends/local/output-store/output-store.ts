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

/** OpenCode's name of the folder. */
const FOLDER_NAME = "tool-output";
/** Milliseconds between two clean-ups of a process that stores outputs. */
const CLEAN_INTERVAL_MS = 60 * 60 * 1000;
/** Share of the total size after which a process cleans up earlier. */
const CLEAN_SHARE = 1 / 16;

/** Options of the output store on disk. */
export interface LocalOutputStoreOptions extends Partial<OutputStoreLimits> {
  /** Absolute path. Default: the platform's state directory, or its fallback. */
  readonly stateDirectory?: string;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Creates the store that keeps outputs as files of mode 0600 in `tool-output` of the state directory, a
 * folder of mode 0700.
 *
 * Creates nothing before the first output that exceeds the memory buffer or is stored. The first stored
 * output starts a clean-up in the background; later ones start at most one per hour, or earlier when much was
 * stored.
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
    // The state directory may be cleared while this process runs.
    if (known !== undefined && existsSync(known)) return known;
    const found = findStateFolder(FOLDER_NAME, stateDirectory);
    if (found.type === "none") throw new Error(`there is no safe directory for it: ${found.reason}`);
    known = found.path;
    return known;
  }

  /** Runs clean-ups one after the other: outputs stored during one are seen by the next. */
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
        nextPath: () => join(folder(), outputName(nextId(), sessionId)),
        maxBytes: limits.maxOutputBytes,
        onKept(bytes) {
          storedBytes += bytes;
          const due = cleanedAtMs === undefined || Math.abs(now() - cleanedAtMs) > CLEAN_INTERVAL_MS;
          if (!due && storedBytes <= limits.maxTotalBytes * CLEAN_SHARE) return;
          // Set here and not when it starts: one clean-up covers all outputs until then.
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
