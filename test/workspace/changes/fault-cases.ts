import type { WorkspaceFiles } from "../../../src/contract/index.js";

/** A change that is tested with faults. */
export interface FaultCase {
  /** Runs before anything fails. */
  readonly before?: (files: WorkspaceFiles) => Promise<unknown>;
  readonly change: (files: WorkspaceFiles) => Promise<unknown>;
  /** Whether every rename reports another volume, so that everything is copied. */
  readonly acrossVolumes?: boolean;
}

const group = (files: WorkspaceFiles) =>
  files.applyTogether([
    { type: "create", path: "new/n.txt", text: "new\n" },
    { type: "update", path: "a.txt", update: ({ text }) => `${text}more\n` },
    { type: "delete", path: "b.sh" },
    { type: "move", path: "d/c.txt", destination: "new/c.txt", update: ({ text }) => `${text}more\n` },
    { type: "move", path: "d/e.txt", destination: "x/e.txt" },
  ]);

/** Changes of every kind, over {@link FAULT_TREE}. */
export const FAULT_CASES: Readonly<Record<string, FaultCase>> = {
  update: { change: (files) => files.updateText("a.txt", ({ text }) => ({ text: `${text}more\n` })) },
  create: { change: (files) => files.writeText("x/y/new.txt", "new\n") },
  overwrite: { change: (files) => files.writeText("b.sh", "new\n", { overwrite: true }) },
  remove: { change: (files) => files.remove("b.sh") },
  "remove of a symlink": { change: (files) => files.remove("link") },
  "remove of a folder": { change: (files) => files.remove("d", { recursive: true }) },
  move: { change: (files) => files.move("a.txt", "x/y/a.txt") },
  "move of a folder": { change: (files) => files.move("d", "x/y") },
  "overwriting move": { change: (files) => files.move("a.txt", "b.sh", { overwrite: true }) },
  "move to another volume": { change: (files) => files.move("b.sh", "x/b.sh"), acrossVolumes: true },
  "overwriting move to another volume": {
    change: (files) => files.move("b.sh", "d/e.txt", { overwrite: true }),
    acrossVolumes: true,
  },
  "move of a folder to another volume": { change: (files) => files.move("d", "x/d"), acrossVolumes: true },
  "group of changes": { change: group },
  "undo of a group": { before: group, change: (files) => files.undo() },
  "undo of the removal of a folder": {
    before: (files) => files.remove("d", { recursive: true }),
    change: (files) => files.undo(),
  },
  "undo of an overwriting move": {
    before: (files) => files.move("a.txt", "b.sh", { overwrite: true }),
    change: (files) => files.undo(),
  },
};

/** Files that every case starts from; `link` leads to `a.txt`, and `b.sh` is executable. */
export const FAULT_TREE = { "a.txt": "a\n", "b.sh": "b\r\n", "d/c.txt": "c\n", "d/e.txt": "e\n" };
