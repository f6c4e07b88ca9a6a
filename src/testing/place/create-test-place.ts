import { type InitialEntry, memoryBackend } from "../../backends/memory/index.js";
import type { SeedEntry } from "../seed-entry.js";
import { temporaryPlace } from "./temporary-place.js";
import type { TestBackend, TestPlace } from "./test-place.js";

/** The root of every place in memory. */
const MEMORY_ROOT = "/workspace";

/** Modification times in memory start here (2026-01-01T00:00:00Z) and go up by one with each change: equal runs, equal times. */
const FIRST_MODIFICATION_MS = 1_767_225_600_000;

/** Makes a place: in memory, or a real temporary folder with the real shell and search. */
export function createTestPlace(
  kind: TestBackend,
  entries: Readonly<Record<string, SeedEntry>>,
): Promise<TestPlace> {
  return kind === "temp" ? temporaryPlace(entries) : memoryPlace(entries);
}

async function memoryPlace(entries: Readonly<Record<string, SeedEntry>>): Promise<TestPlace> {
  const files: Record<string, InitialEntry> = { [MEMORY_ROOT]: { directory: true } };
  for (const [path, entry] of Object.entries(entries)) {
    if (typeof entry === "object" && "fifo" in entry) {
      throw new Error(`There are no FIFOs in memory, so ${path} cannot be made.`);
    }
    files[`${MEMORY_ROOT}/${path}`] = entry;
  }
  let nextMs = FIRST_MODIFICATION_MS;
  const now = () => {
    nextMs += 1;
    return nextMs;
  };
  return { backend: memoryBackend({ files, now }), root: MEMORY_ROOT, dispose: async () => {} };
}
