// A separate process that changes files with the real library; `bundled-worker.ts` starts it.
import { writeSync } from "node:fs";
import { join } from "node:path";
import { localBackend } from "../../src/backends/local/index.js";
import { ToolError, type WorkspaceFiles } from "../../src/contract/index.js";
import { createWorkspace } from "../../src/workspace/index.js";
import { interferedBackend } from "./faulty-backend.js";

/** Task of the worker. */
export type WorkerTask = {
  readonly root: string;
  readonly stateDirectory: string;
} & (
  | {
      readonly type: "change";
      readonly change: keyof typeof CHANGES;
      /** The step that changes the disk before which the process kills itself; 0 for none. */
      readonly killedBefore: number;
    }
  /** A change from the root to a folder on another volume, or back. */
  | { readonly type: "change across volumes"; readonly change: string; readonly elsewhere: string }
  /** Stops itself before the last check of the file that it changes, and continues on a signal. */
  | { readonly type: "stopped edit" }
  /** Adds one to each of some lines of a file, one edit per line, and reports each edit. */
  | { readonly type: "edits"; readonly file: string; readonly lines: readonly number[] }
);

/** The changes that the worker knows. */
export const CHANGES = {
  update: (files: WorkspaceFiles) => files.updateText("a.txt", ({ text }) => ({ text: text.toUpperCase() })),
  create: (files: WorkspaceFiles) => files.writeText("x/new.txt", "new\n".repeat(1_000)),
  move: (files: WorkspaceFiles) => files.move("a.txt", "x/a.txt"),
  group: (files: WorkspaceFiles) =>
    files.applyTogether([
      { type: "update", path: "a.txt", update: ({ text }) => text.toUpperCase() },
      { type: "delete", path: "b.txt" },
      { type: "create", path: "new.txt", text: "new\n".repeat(1_000) },
      { type: "move", path: "c.txt", destination: "d.txt", update: ({ text }) => text.toUpperCase() },
    ]),
} as const;

/** Changes that move something from the root to a folder on another volume, or from there to the root. */
export const CHANGES_ACROSS_VOLUMES: Readonly<
  Record<string, (files: WorkspaceFiles, elsewhere: string) => Promise<unknown>>
> = {
  "move of a file": (files, elsewhere) => files.move("a.txt", join(elsewhere, "x/a.txt")),
  "move of a file to the root": (files, elsewhere) => files.move(join(elsewhere, "b.txt"), "x/b.txt"),
  "overwriting move": (files, elsewhere) =>
    files.move("a.txt", join(elsewhere, "b.txt"), { overwrite: true }),
  "move of a symlink": (files, elsewhere) => files.move("link", join(elsewhere, "link")),
  "move of a folder": (files, elsewhere) => files.move("d", join(elsewhere, "d")),
  "patch with moves": (files, elsewhere) =>
    files.applyTogether([
      { type: "update", path: "a.txt", update: ({ text }) => text.toUpperCase() },
      { type: "create", path: join(elsewhere, "new.txt"), text: "new\n".repeat(1_000) },
      {
        type: "move",
        path: "c.txt",
        destination: join(elsewhere, "c.txt"),
        update: ({ text }) => text.toUpperCase(),
      },
      { type: "move", path: join(elsewhere, "b.txt"), destination: "b.txt" },
      { type: "delete", path: "e.txt" },
    ]),
};

const LOOKS: ReadonlySet<string> = new Set(["resolve", "openDirectory", "stat", "list", "openFile", "read"]);

async function run(task: WorkerTask): Promise<void> {
  const { root, stateDirectory } = task;
  let steps = 0;
  let wasStopped = false;
  const killedBefore = task.type === "change" ? task.killedBefore : 0;
  const backend = interferedBackend(localBackend({ stateDirectory }), (step) => {
    // A death before a step that only reads equals a death after the last step that changed something.
    if (LOOKS.has(step)) return;
    if (task.type === "stopped edit" && step === "close" && !wasStopped) {
      wasStopped = true;
      writeSync(1, "stopping\n");
      process.kill(process.pid, "SIGSTOP");
    }
    steps += 1;
    if (steps === killedBefore) process.kill(process.pid, "SIGKILL");
  });
  const roots = task.type === "change across volumes" ? [root, task.elsewhere] : [root];
  const files = createWorkspace({ backend, roots }).files({
    session: { id: "worker", cwd: root, memory: new Map() },
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  if (task.type === "stopped edit") {
    const outcome = await CHANGES.update(files).catch((error: unknown) => error);
    process.stdout.write(ToolError.isInstance(outcome) ? outcome.code : "done");
    return;
  }
  if (task.type === "change") {
    await CHANGES[task.change](files);
    return;
  }
  if (task.type === "change across volumes") {
    await CHANGES_ACROSS_VOLUMES[task.change]?.(files, task.elsewhere);
    return;
  }
  for (const line of task.lines) {
    await files.updateText(task.file, ({ text }) => ({ text: withLineCounted(text, line) }));
    process.stdout.write(`${line}\n`);
  }
}

function withLineCounted(text: string, line: number): string {
  const lines = text.split("\n");
  lines[line] = String(Number(lines[line]) + 1);
  return lines.join("\n");
}

if (process.argv[2] !== undefined) {
  run(JSON.parse(process.argv[2])).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
