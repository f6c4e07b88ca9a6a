import { type InitialEntry, memoryBackend } from "../../backends/memory/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestBackend, TestWorkspace } from "./temporary-workspace.js";
import { temporaryWorkspace } from "./temporary-workspace.js";

/** The root of every test workspace in memory. */
const MEMORY_ROOT = "/workspace";

/** The first modification time in memory (2026-01-01T00:00:00Z). Each change adds one millisecond, so equal runs get equal times. */
const FIRST_MODIFICATION_MS = 1_767_225_600_000;

/** Creates a test workspace: in memory, or a real temporary folder with the shell and search of the machine. */
export function createTestWorkspace(
  kind: TestBackend,
  entries: Readonly<Record<string, SeedEntry>>,
): Promise<TestWorkspace> {
  return kind === "temp" ? temporaryWorkspace(entries) : memoryWorkspace(entries);
}

async function memoryWorkspace(entries: Readonly<Record<string, SeedEntry>>): Promise<TestWorkspace> {
  const files: Record<string, InitialEntry> = { [MEMORY_ROOT]: { directory: true } };
  for (const [path, entry] of Object.entries(entries)) {
    if (typeof entry === "object" && "fifo" in entry) {
      throw new Error(
        `The memory backend has no FIFOs, so ${path} cannot be created. Use the backend "temp".`,
      );
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
