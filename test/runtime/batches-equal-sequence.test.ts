import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolCall, ToolResult } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import "../property-seed.js";
import { treeSnapshot } from "../workspace/tree-snapshot.js";

/** `npm test` takes a sample; `COLLET_BATCHES=5000` looks for new cases. */
const RUNS = Number(process.env.COLLET_BATCHES ?? 60);

/** One thing that is in the tree before the batches. */
type Entry =
  | { readonly type: "file" | "folder"; readonly path: string }
  | { readonly type: "symlink" | "hard-link"; readonly path: string; readonly target: string };

interface Step {
  readonly name: string;
  readonly input: (root: string) => unknown;
}

interface Scene {
  readonly entries: readonly Entry[];
  readonly batches: readonly (readonly Step[])[];
}

// Few names, so that calls meet; one with another case, and paths through links and through what is not there.
const names = fc.constantFrom("a", "b", "c", "d", "x", "A", "AGENTS.md");
const plainPaths = fc.oneof(
  { weight: 4, arbitrary: names },
  { weight: 4, arbitrary: fc.tuple(names, names).map((parts) => parts.join("/")) },
  { weight: 1, arbitrary: fc.tuple(names, names, names).map((parts) => parts.join("/")) },
);
const paths = fc.oneof(
  { weight: 9, arbitrary: plainPaths },
  { weight: 1, arbitrary: fc.tuple(names, names).map(([one, other]) => `${one}/../${other}`) },
);

const entries: fc.Arbitrary<Entry> = fc.oneof(
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

const words = fc.constantFrom("one", "two", "three", "four");

const steps: fc.Arbitrary<Step> = fc.oneof(
  step("Read", paths, (path) => ({ path })),
  step("create_file", fc.tuple(paths, words), ([path, content]) => ({ path, content })),
  step("edit_file", fc.tuple(paths, words, words), ([path, old, fresh]) => ({
    path,
    old_str: old,
    new_str: `${fresh}\n${old}`,
    replace_all: true,
  })),
  step("multi_edit", fc.tuple(paths, words, words), ([path, old, fresh]) => ({
    path,
    edits: [
      { old_str: old, new_str: `${fresh}!`, replace_all: true },
      { old_str: `${fresh}!`, new_str: `${old} ${fresh}`, replace_all: true },
    ],
  })),
  step("move_file", fc.tuple(paths, paths, fc.boolean()), ([source, destination, overwrite]) => ({
    source,
    destination,
    overwrite,
  })),
  step("delete_file", fc.tuple(paths, fc.boolean()), ([path, recursive]) => ({ path, recursive })),
  step("undo_edit", paths, (path) => ({ path })),
  step("list", fc.option(paths, { nil: "." }), (path) => ({ path })),
  step("glob", fc.option(paths, { nil: "" }), (path) => ({
    filePattern: path === "" || path.includes("..") ? "**/*" : `${path}/**`,
  })),
  step("Grep", fc.tuple(words, fc.option(paths, { nil: "." })), ([pattern, path]) => ({ pattern, path })),
  step(
    "apply_patch",
    fc.tuple(fc.constantFrom("add", "delete", "update", "move"), paths, paths, words),
    patchInput,
  ),
);

function step<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  input: (value: Value) => Readonly<Record<string, unknown>>,
): fc.Arbitrary<Step> {
  return values.map((value) => ({
    name,
    input: (root) => rooted(input(value), root),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(input(value))}`,
  }));
}

/** With absolute paths, as models give them. */
function rooted(input: Readonly<Record<string, unknown>>, root: string): Readonly<Record<string, unknown>> {
  const given = { ...input };
  for (const key of ["path", "source", "destination"]) {
    if (typeof given[key] === "string") given[key] = `${root}/${given[key]}`;
  }
  return given;
}

function patchInput([kind, path, other, word]: readonly [string, string, string, string]) {
  const change = `@@\n-${word}\n+${word} patched`;
  const body = {
    add: `*** Add File: ${path}\n+${word}`,
    delete: `*** Delete File: ${path}`,
    update: `*** Update File: ${path}\n${change}`,
    move: `*** Update File: ${path}\n*** Move to: ${other}\n${change}`,
  }[kind];
  return { patch: `*** Begin Patch\n${body}\n*** End Patch\n` };
}

async function build(root: string, scene: Scene): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const entry of scene.entries) {
    const path = join(root, entry.path);
    try {
      await mkdir(dirname(path), { recursive: true });
      if (entry.type === "file")
        await writeFile(path, `one\ntwo\nthree\nfour ${entry.path}\n`, { flag: "wx" });
      else if (entry.type === "folder") await mkdir(path);
      else if (entry.type === "hard-link") await link(join(root, entry.target), path);
      else if (entry.type === "symlink")
        await symlink(join("../".repeat(entry.path.split("/").length - 1), entry.target), path);
    } catch {
      // What stands in the way of an entry does so in both trees.
    }
  }
}

/** Deep enough that no symlink of a scene leads out of its own folder. */
const DEPTH = "/1/2/3/4/5/6";

function rootIn(folder: string, name: string): string {
  return join(folder, name + DEPTH);
}

function runtimeOf(folder: string, name: string) {
  const root = rootIn(folder, name);
  return createToolRuntime({
    roots: [root],
    cwd: root,
    stateDirectory: join(folder, `state-${name}`),
    permissions: "allow-all",
    concurrency: { max: 10 },
    toolset: "amp",
  });
}

function callsOf(steps: readonly Step[], root: string, batch: number): ToolCall[] {
  return steps.map(({ name, input }, index) => ({ id: `${batch}.${index}`, name, input: input(root) }));
}

/** Runs the batches in a tree of their own and tells everything that can be seen afterwards. */
async function outcome(folder: string, name: string, scene: Scene, order: "as batches" | "one by one") {
  const root = rootIn(folder, name);
  await build(root, scene);
  const runtime = runtimeOf(folder, name);
  const told: unknown[] = [];
  for (const [number, batch] of scene.batches.entries()) {
    const calls = callsOf(batch, root, number);
    const portions = order === "as batches" ? [calls] : calls.map((each) => [each]);
    for (const portion of portions) {
      told.push(...(await runtime.executeBatch(portion)).map((result) => visible(result, root)));
    }
  }
  await runtime[Symbol.asyncDispose]();
  return { told, tree: await treeSnapshot(join(folder, name)) };
}

/** What a model sees of a result, without what tells one tree or one moment from another. */
function visible(
  { status, content, result, error, trackFiles, toolName }: ToolResult,
  root: string,
): unknown {
  // A hard link of a relative symlink may lead above the root.
  const above = root.slice(0, -DEPTH.length);
  const text = JSON.stringify({ toolName, status, content, result, error, trackFiles })
    .replaceAll(root, "<root>")
    .replaceAll(above, "<above>");
  // Searches put what was changed last first, and what runs together is changed in any order.
  return toolName === "glob"
    ? text
        .match(/<root>[^"\\]*|[^<]+$/g)
        ?.sort()
        .join("\n")
    : text;
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-batches-")));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bothOutcomes(scene: Scene) {
  return withFolder(async (folder) => {
    const together = await outcome(folder, "p", scene, "as batches");
    const inSequence = await outcome(folder, "s", scene, "one by one");
    return { together, inSequence };
  });
}

describe("a batch of file tools", () => {
  it("gives the results and the tree of the sequential run, whatever the calls touch", {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          entries: fc.array(entries, { minLength: 2, maxLength: 9 }),
          batches: fc.array(fc.array(steps, { minLength: 2, maxLength: 7 }), { minLength: 1, maxLength: 2 }),
        }),
        async (scene) => {
          const { together, inSequence } = await bothOutcomes(scene);
          expect(together).toEqual(inSequence);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each<[string, readonly Entry[], readonly Step[]]>([
    [
      "a file in a folder that an earlier call moves there",
      [file("d/c")],
      [call("move_file", { source: "d", destination: "x" }), call("edit_file", edit("x/c"))],
    ],
    [
      "a folder that an earlier call makes on the way to its file",
      [],
      [
        call("create_file", { path: "x/y", content: "new" }),
        call("move_file", { source: "x", destination: "z" }),
      ],
    ],
    [
      "a file that an earlier call makes",
      [],
      [call("create_file", { path: "x/y", content: "new" }), call("Read", { path: "x/y" })],
    ],
    [
      "a file by another of its names",
      [file("b"), { type: "hard-link", path: "c", target: "b" }],
      [
        call("edit_file", edit("b")),
        call("Read", { path: "c" }),
        call("Grep", { pattern: "new", path: "." }),
      ],
    ],
    [
      "a file through a symlink that an earlier call moves",
      [file("d/c"), file("x/c"), { type: "symlink", path: "l", target: "d" }],
      [
        call("move_file", { source: "l", destination: "m" }),
        call("edit_file", edit("m/c")),
        call("Read", { path: "d/c" }),
      ],
    ],
    [
      "a file through a chain of symlinks of which an earlier call deletes one in the middle",
      [file("d/c"), { type: "symlink", path: "m", target: "d" }, { type: "symlink", path: "l", target: "m" }],
      [call("delete_file", { path: "m" }), call("Read", { path: "l/c" })],
    ],
    [
      "a path that goes through a file which an earlier call deletes",
      [file("a")],
      [call("delete_file", { path: "a" }), call("create_file", { path: "a/b", content: "new" })],
    ],
    [
      "guidance that calls side by side come across, of which the first tells",
      [file("d/AGENTS.md"), file("d/a"), file("d/b"), file("d/x/c")],
      [
        call("Read", { path: "d/x/c" }),
        call("Read", { path: "d/a" }),
        call("Read", { path: "d/AGENTS.md" }),
        call("create_file", { path: "d/new", content: "new" }),
      ],
    ],
    [
      "guidance that comes with a file and that a later call changes",
      [file("AGENTS.md"), file("d/a")],
      [call("Read", { path: "d/a" }), call("edit_file", edit("AGENTS.md"))],
    ],
    [
      "guidance that an earlier call deletes",
      [file("AGENTS.md"), file("d/a")],
      [call("delete_file", { path: "AGENTS.md" }), call("Read", { path: "d/a" })],
    ],
    [
      "the first of two paths of a call that lead in a circle",
      [{ type: "symlink", path: "a", target: "a" }],
      [
        call("delete_file", { path: "x", recursive: true }),
        call("move_file", { source: "a/b", destination: "a/b", overwrite: true }),
      ],
    ],
    [
      "the names that a call suggests, which an earlier call makes",
      [file("abc")],
      [call("create_file", { path: "abd", content: "new" }), call("Read", { path: "abe" })],
    ],
  ])("sees %s as in the sequential run", async (_title, entries, steps) => {
    for (let round = 0; round < 3; round += 1) {
      const { together, inSequence } = await bothOutcomes({ entries, batches: [steps] });
      expect(together).toEqual(inSequence);
    }
  });

  it("runs reads, edits and creations of different files side by side", async () => {
    const entries = [file("a"), file("b"), file("d/c"), file("d/e")];
    const steps = [
      call("Read", { path: "a" }),
      call("edit_file", edit("b")),
      call("multi_edit", { path: "d/c", edits: [{ old_str: "one", new_str: "new" }] }),
      call("edit_file", edit("d/e")),
      call("create_file", { path: "d/new", content: "new" }),
      call("create_file", { path: "d/other", content: "new" }),
      call("create_file", { path: "f/g/new", content: "new" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, { entries, batches: [] });
      await using runtime = runtimeOf(folder, "p");
      const { batches, conflicts } = await runtime.plan(callsOf(steps, root, 0));
      expect(conflicts).toEqual([]);
      expect(batches).toHaveLength(1);
    });
  });

  it("plans a creation in a folder that is not there before what names the folder", async () => {
    const steps = [
      call("create_file", { path: "x/y/z", content: "new" }),
      call("move_file", { source: "x", destination: "w" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, { entries: [], batches: [] });
      await using runtime = runtimeOf(folder, "p");
      const { batches } = await runtime.plan(callsOf(steps, root, 0));
      expect(batches).toEqual([["0.0"], ["0.1"]]);
    });
  });

  it("formats a file beside reads and searches of others, and after what was changed before", async () => {
    const steps = [
      call("format_file", { path: "a" }),
      call("Read", { path: "b" }),
      call("Grep", { pattern: "one", path: "d" }),
      call("edit_file", edit("b")),
      call("format_file", { path: "a" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, { entries: [file("a"), file("b"), file("d/c")], batches: [] });
      await using runtime = runtimeOf(folder, "p");
      const { batches } = await runtime.plan(callsOf(steps, root, 0));
      expect(batches).toEqual([["0.0", "0.1", "0.2"], ["0.3"], ["0.4"]]);
    });
  });

  it("cancels a call that is kept until an earlier one is over", async () => {
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, { entries: [file("a")], batches: [] });
      await using runtime = runtimeOf(folder, "p");
      const steps = [call("Bash", { cmd: "sleep 60" }), call("Read", { path: "a" })];
      const running = runtime.executeBatch(callsOf(steps, root, 0));
      while (!runtime.cancel("0.1")) await new Promise((resolve) => setImmediate(resolve));
      // Told of before the command is over.
      runtime.cancel("0.0");
      const results = await running;
      expect(results.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    });
  });
});

function file(path: string): Entry {
  return { type: "file", path };
}

function edit(path: string): Readonly<Record<string, unknown>> {
  return { path, old_str: "one", new_str: "new" };
}

function call(name: string, input: Readonly<Record<string, unknown>>): Step {
  return { name, input: (root) => rooted(input, root) };
}
