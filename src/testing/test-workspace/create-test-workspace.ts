import { type InitialEntry, memoryBackend } from "../../backends/memory/index.js";
import { requireKnownValue } from "../../values/index.js";
import { memberOf, requireObject, unusable } from "../require-arguments.js";
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
  requireKnownValue("backend", kind, ["memory", "temp"]);
  requireEntries(entries);
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

/** Throws a `TypeError` that names the entry of a test tree which has none of the forms. */
function requireEntries(entries: unknown): void {
  requireObject("files", entries);
  for (const path of Object.keys(entries)) {
    const entry = memberOf(entries, path);
    if (typeof entry === "string" || ArrayBuffer.isView(entry)) continue;
    const form = "a text, bytes, { content, mode }, { symlinkTo }, { directory: true } or { fifo: true }";
    requireObject(`files[${JSON.stringify(path)}]`, entry, { form });
    const hasForm =
      memberOf(entry, "directory") === true ||
      memberOf(entry, "fifo") === true ||
      typeof memberOf(entry, "symlinkTo") === "string" ||
      (typeof memberOf(entry, "content") === "string" && typeof memberOf(entry, "mode") === "number");
    if (!hasForm) throw unusable(`files[${JSON.stringify(path)}]`, form, entry);
  }
}
