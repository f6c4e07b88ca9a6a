import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { Backend, IntentLogEntry } from "../../../src/contract/index.js";
import { isTemporaryName } from "../../../src/workspace/index.js";
import type { Interference } from "../faulty-backend.js";
import { FAULT_TREE } from "./fault-cases.js";

/** Folder that contains the tree of the fault cases. */
export const MEMORY_ROOT = "/w";

/** Entries of a tree by name, as `portSnapshot` returns them. */
export type Tree = Readonly<Record<string, string>>;

const LOOKS: ReadonlySet<string> = new Set([
  "resolve",
  "openDirectory",
  "stat",
  "list",
  "openFile",
  "openForWriting",
  "read",
  "readLink",
]);

/** Whether a step of a backend only reads. */
export function isLook(step: string): boolean {
  return LOOKS.has(step);
}

/**
 * Returns a memory backend with the tree, locks that are always free, and notes: like a disk that other processes use.
 */
export function sharedMemory(): Backend {
  const tree = Object.entries(FAULT_TREE).map(
    ([name, content]) =>
      [`${MEMORY_ROOT}/${name}`, { content, mode: name.endsWith(".sh") ? 0o755 : 0o644 }] as const,
  );
  const notes = new Map<string, IntentLogEntry>();
  const link = { [`${MEMORY_ROOT}/link`]: { symlinkTo: "a.txt" } };
  return {
    ...memoryBackend({ files: { ...Object.fromEntries(tree), ...link } }),
    locks: { acquire: async () => ({ compromised: false, release: async () => {} }) },
    intentLog: {
      write: async (paths, text) => {
        const id = `note ${notes.size}`;
        const note: IntentLogEntry = {
          id,
          paths,
          text,
          update: async (changed) => void notes.set(id, { ...note, text: changed }),
          remove: async () => void notes.delete(id),
        };
        notes.set(id, note);
        return note;
      },
      find: async (paths) =>
        [...notes.values()].filter((note) =>
          note.paths.some((own) => paths.some((path) => own.startsWith(path) || path.startsWith(own))),
        ),
    },
  };
}

/**
 * Returns a backend whose notes are interfered with as well, under the steps `write note`, `update note` and `remove
 * note`.
 */
export function withInterferedNotes(backend: Backend, before: Interference): Backend {
  const { intentLog: notes } = backend;
  if (notes === undefined) return backend;
  return {
    ...backend,
    intentLog: {
      find: (paths) => notes.find(paths),
      write: async (...args) => {
        await before("write note");
        const note = await notes.write(...args);
        return {
          ...note,
          update: async (text) => {
            await before("update note");
            await note.update(text);
          },
          remove: async () => {
            await before("remove note");
            await note.remove();
          },
        };
      },
    },
  };
}

/** Removes everything with a temporary name, or below such a folder. */
export function withoutTemporaries(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(([name]) => !name.split("/").some((part) => isTemporaryName(part))),
  );
}

/** Removes the folders themselves. */
export function withoutFolders(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([, entry]) => !entry.startsWith("folder")));
}
