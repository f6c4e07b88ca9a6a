// A separate process in its own mount namespace that changes files on a failing volume; `failing-volume.test.ts` starts
// it.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { localBackend } from "../../src/backends/local/index.js";
import { type PathOutcome, ToolError, type WorkspaceFiles } from "../../src/contract/index.js";
import { createWorkspace } from "../../src/workspace/index.js";
import { FAULT_CASES, FAULT_TREE } from "./changes/fault-cases.js";
import { interferedBackend } from "./faulty-backend.js";
import { treeSnapshot } from "./tree-snapshot.js";

/** Task of the worker. */
export interface VolumeTask {
  /** A folder on which a volume is mounted. */
  readonly volume: string;
  readonly stateDirectory: string;
  /** A folder on a volume that does not fail. */
  readonly elsewhere: string;
  readonly failure: "full" | "read-only";
  /** A name in {@link FAULT_CASES} or {@link MOVES_BETWEEN_VOLUMES}. */
  readonly change: string;
}

/** Moves between the failing volume and another one. */
export const MOVES_BETWEEN_VOLUMES: Readonly<
  Record<string, (files: WorkspaceFiles, elsewhere: string) => Promise<unknown>>
> = {
  "move to the failing volume": (files, elsewhere) => files.move(join(elsewhere, "o.txt"), "x/o.txt"),
  "move from the failing volume": (files, elsewhere) => files.move("b.sh", join(elsewhere, "b.sh")),
  "overwriting move to the failing volume": (files, elsewhere) =>
    files.move(join(elsewhere, "o.txt"), "b.sh", { overwrite: true }),
  "overwriting move from the failing volume": (files, elsewhere) =>
    files.move("b.sh", join(elsewhere, "o.txt"), { overwrite: true }),
  "patch with moves in both directions": (files, elsewhere) =>
    files.applyTogether([
      { type: "update", path: "a.txt", update: ({ text }) => `${text}more\n` },
      { type: "move", path: "d/c.txt", destination: join(elsewhere, "c.txt") },
      { type: "move", path: join(elsewhere, "o.txt"), destination: "o.txt" },
    ]),
};

/** Result of a change on a volume that fails from one of its steps on. */
export interface VolumeOutcome {
  /** The step before which the volume failed; `""` if the change had no such step. */
  readonly hit: string;
  readonly code: string;
  readonly outcomes: readonly PathOutcome[];
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** The tree once the volume works again and one of the files was changed. */
  readonly next: Readonly<Record<string, string>>;
}

/** Start of the names on the other volume. */
export const ELSEWHERE = "elsewhere: ";

/** Bytes that fill even the last page of the volume. */
const FILLER = Buffer.alloc(4_096);

function fill(volume: string): boolean {
  const descriptor = openSync(join(volume, "filler"), "w");
  try {
    for (;;) writeSync(descriptor, FILLER);
  } catch {
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function remount(volume: string, mode: "ro" | "rw"): boolean {
  return spawnSync("mount", ["-o", `remount,${mode}`, volume]).status === 0;
}

async function runWith(task: VolumeTask, failing: number): Promise<VolumeOutcome> {
  const { volume, failure, elsewhere } = task;
  const root = join(volume, "w");
  for (const name of ["w", "state"]) rmSync(join(volume, name), { recursive: true, force: true });
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "o.txt"), "elsewhere\n");
  const snapshot = async () => {
    const other = Object.entries(await treeSnapshot(elsewhere));
    return {
      ...(await treeSnapshot(root)),
      ...Object.fromEntries(other.map(([name, entry]) => [`${ELSEWHERE}${name}`, entry])),
    };
  };
  for (const [name, content] of Object.entries(FAULT_TREE)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  chmodSync(join(root, "b.sh"), 0o755);
  symlinkSync("a.txt", join(root, "link"));
  let isArmed = false;
  let seen = 0;
  let hit = "";
  const { locks: _, ...backend } = localBackend({ stateDirectory: task.stateDirectory });
  // Locks that need no space: taking a lock is not tested here.
  const locks = { acquire: async () => ({ compromised: false, release: async () => {} }) };
  const files = createWorkspace({
    backend: interferedBackend({ ...backend, locks }, (step) => {
      if (!isArmed || hit !== "") return;
      seen += 1;
      if (failing === 0 || seen < failing) return;
      // A volume with a file open for writing does not become read-only: it then becomes so one step later.
      if (failure === "full" ? fill(volume) : remount(volume, "ro")) hit = step;
    }),
    roots: [root, elsewhere],
  }).files({
    session: { id: "worker", cwd: root, memory: new Map() },
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  const move = MOVES_BETWEEN_VOLUMES[task.change];
  const tried =
    move === undefined ? FAULT_CASES[task.change] : { change: (all: WorkspaceFiles) => move(all, elsewhere) };
  await FAULT_CASES[task.change]?.before?.(files);
  const before = await snapshot();
  isArmed = true;
  const error: unknown = await tried?.change(files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  isArmed = false;
  const after = await snapshot();
  if (failure === "full") rmSync(join(volume, "filler"), { force: true });
  else remount(volume, "rw");
  const failed = ToolError.isInstance(error) ? error : undefined;
  const outcomes = failed?.outcomes ?? [];
  for (const { path } of outcomes) await files.updateText(path, ({ text }) => ({ text })).catch(() => {});
  return {
    hit,
    code: error === undefined ? "done" : (failed?.code ?? String(error)),
    outcomes,
    before,
    after,
    next: await snapshot(),
  };
}

async function run(task: VolumeTask): Promise<void> {
  const all: VolumeOutcome[] = [];
  for (let failing = 0; failing <= 1 || all.at(-1)?.hit !== ""; failing += 1) {
    all.push(await runWith(task, failing));
  }
  process.stdout.write(JSON.stringify(all));
}

if (process.argv[2] !== undefined) {
  run(JSON.parse(process.argv[2])).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
