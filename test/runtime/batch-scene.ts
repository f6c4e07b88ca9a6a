import { chmod, link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import type { InitialEntry } from "../../src/backends/memory/index.js";
import type { Backend, ToolCall, ToolResult } from "../../src/contract/index.js";
import { createToolRuntime, localBackend, memoryBackend } from "../../src/index.js";
import { portSnapshot, treeSnapshot } from "../workspace/tree-snapshot.js";
import { paths, plainPaths, type STEPS, type Step } from "./batch-steps.js";

/** One entry of the tree before the batches. */
export type Entry =
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "symlink"; readonly path: string; readonly target: string }
  | { readonly type: "hard-link"; readonly path: string; readonly target: string };

export interface Scene {
  readonly toolset: keyof typeof STEPS;
  /** In memory, names may be equal regardless of case; on the disk there are hard links and commands. */
  readonly volume: "disk" | "memory" | "memory without case";
  readonly entries: readonly Entry[];
  readonly batches: readonly (readonly Step[])[];
}

/** The entries of the tree of a random scene before the batches. */
export const entries: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("file" as const), path: plainPaths }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("folder" as const), path: plainPaths }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("symlink" as const), path: plainPaths, target: paths }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("hard-link" as const), path: plainPaths, target: paths }),
  },
);

/** Nested deeply enough that no symlink of a scene leads out of its folder. */
const DEPTH = "/1/2/3/4/5/6";

/** A formatter of a project that is not idempotent: applying it twice differs from applying it once. */
const FORMATTER = "#!/bin/sh\nexec sed 's/^/ /'\n";

/** Returns the root of the tree with a name. */
export function rootIn(folder: string, name: string): string {
  return join(folder, name + DEPTH);
}

/** Returns the calls of a batch, with ids that its number makes unique. */
export function callsOf(steps: readonly Step[], root: string, batch: number): ToolCall[] {
  return steps.map(({ name, input }, index) => ({ id: `${batch}.${index}`, name, input: input(root) }));
}

/** Creates a runtime with the root of a tree. */
export function runtimeOf(
  folder: string,
  name: string,
  { backend, toolset = "amp" }: { readonly backend?: Backend; readonly toolset?: Scene["toolset"] } = {},
) {
  const root = rootIn(folder, name);
  return createToolRuntime({
    roots: [root],
    cwd: root,
    backend: backend ?? localBackend({ stateDirectory: join(folder, `state-${name}`) }),
    permissions: "allow-all",
    concurrency: { max: 10 },
    toolset,
  });
}

/** Creates the entries on the disk. */
export async function build(root: string, made: readonly Entry[]): Promise<void> {
  const programs = join(root, "node_modules/.bin");
  await mkdir(programs, { recursive: true });
  await writeFile(join(programs, "prettier"), FORMATTER);
  await chmod(join(programs, "prettier"), 0o755);
  for (const entry of made) {
    const path = join(root, entry.path);
    try {
      await mkdir(dirname(path), { recursive: true });
      if (entry.type === "hard-link") await link(join(root, entry.target), path);
      else if (entry.type === "file") await writeFile(path, textOf(entry), { flag: "wx" });
      else if (entry.type === "folder") await mkdir(path);
      else await symlink(linkText(entry), path);
    } catch {
      // An entry that cannot be created in one tree cannot be created in the other either.
    }
  }
}

function textOf({ path }: Entry): string {
  return `one\ntwo\nthree\nfour ${path}\n`;
}

function linkText({ path, target }: Entry & { readonly type: "symlink" }): string {
  return join("../".repeat(path.split("/").length - 1), target);
}

/** Creates the entries in memory. */
function inMemory(root: string, made: readonly Entry[], caseSensitive: boolean): Backend {
  const files: Record<string, InitialEntry> = {
    [root]: { directory: true },
  };
  const now = () => 0;
  for (const entry of made) {
    const path = join(root, entry.path);
    if (entry.type === "hard-link" || path in files) continue;
    if (entry.type === "file") files[path] = textOf(entry);
    else if (entry.type === "folder") files[path] = { directory: true };
    else files[path] = { symlinkTo: linkText(entry) };
    try {
      memoryBackend({ files, caseSensitive, now });
    } catch {
      delete files[path];
    }
  }
  return memoryBackend({ files, caseSensitive, now });
}

/** Runs the batches in a separate tree and returns everything that can be seen afterwards. */
async function outcome(folder: string, name: string, scene: Scene, order: "as batches" | "one by one") {
  const { toolset, volume } = scene;
  const root = rootIn(folder, name);
  if (volume === "disk") await build(root, scene.entries);
  const backend =
    volume === "disk" ? undefined : inMemory(root, scene.entries, volume !== "memory without case");
  const runtime = runtimeOf(folder, name, { toolset, ...(backend && { backend }) });
  const told: unknown[] = [];
  for (const [number, batch] of scene.batches.entries()) {
    const calls = callsOf(batch, root, number);
    const portions = order === "as batches" ? [calls] : calls.map((each) => [each]);
    for (const portion of portions) {
      told.push(...(await runtime.executeBatch(portion)).map((result) => visible(result, root)));
    }
  }
  const tree =
    backend === undefined ? await treeSnapshot(join(folder, name)) : await portSnapshot(backend, root);
  await runtime[Symbol.asyncDispose]();
  return { told, tree };
}

/** Returns the part of a result that a model sees, without differences between trees or times. */
function visible(
  { status, content, result, error, trackFiles, toolName }: ToolResult,
  root: string,
): unknown {
  // A hard link of a relative symlink may lead above the root.
  const above = root.slice(0, -DEPTH.length);
  const text = JSON.stringify({ toolName, status, content, result, error, trackFiles })
    .replaceAll(root, "<root>")
    .replaceAll(above, "<above>")
    .replace(/Wall time: [\d.]+/g, "Wall time: 0")
    .replace(/"wall_time_seconds":[\d.]+/g, '"wall_time_seconds":0');
  // Searches list the file that was changed last first, and parallel calls change files in any order.
  return /^(?:glob|grep)/i.test(toolName) ? text.split(/(?=<root>)|\\n|"/).sort() : text;
}

/** A notice of guidance, as results show it. */
const NOTICE =
  /(?:\n+|^)(?:\[This folder has guidance[^\]]*\]|Guidance for this folder that is new to you:[\s\S]*)/g;

/**
 * Returns an outcome with the guidance apart from the results: of parallel calls, another one than in the sequential run
 * may report it if the first one waits for a third (docs/scheduling.md).
 */
export function withGuidanceApart({ told, tree }: Awaited<ReturnType<typeof outcome>>) {
  const guidance = new Set<string>();
  const text = (value: string) =>
    value.replace(NOTICE, (notice) => {
      for (const path of notice.match(/<root>\S*(?:AGENTS|CLAUDE)\.md/g) ?? []) guidance.add(path);
      return "";
    });
  const results = told.map((each) => {
    if (typeof each !== "string") return each;
    return JSON.parse(each, (_key, value) => {
      if (typeof value === "string") return text(value);
      return value?.discoveredGuidanceFiles === undefined ? value : value.message;
    }) as unknown;
  });
  return { results, guidance: [...guidance].sort(), tree };
}

/** Runs a function with an empty folder. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-batches-")));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a scene both ways, each in a separate tree. */
export async function bothOutcomes(scene: Scene) {
  const both = async (folder: string) => ({
    together: await outcome(folder, "p", scene, "as batches"),
    inSequence: await outcome(folder, "s", scene, "one by one"),
  });
  return scene.volume === "disk" ? withFolder(both) : both("/scene");
}
