import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Backend, createToolRuntime, type ToolResult } from "../../../../src/index.js";

/** The files before each call. */
export const TREE: Tree = { "a.txt": "one\ntwo\n", "b.txt": "two\n", "d/c.txt": "three\n" };

/** Content of files, by their paths relative to the root. */
export type Tree = Readonly<Record<string, string>>;

const patch = (...lines: readonly string[]) => ({
  patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
});

/** A call that changes files, and the files that it leaves. */
export interface KilledCall {
  readonly name: string;
  readonly input: object;
  readonly made: Tree;
}

/** Calls in whose course a process is killed. */
export const CALLS: Readonly<Record<string, KilledCall>> = {
  edit: {
    name: "edit_file",
    input: { path: "a.txt", old_str: "two", new_str: "2" },
    made: { ...TREE, "a.txt": "one\n2\n" },
  },
  create: {
    name: "create_file",
    input: { path: "x/new.txt", content: "new\n" },
    made: { ...TREE, "x/new.txt": "new\n" },
  },
  move: {
    name: "apply_patch",
    input: patch("*** Update File: a.txt", "*** Move to: x/a.txt", "@@", "-two", "+2"),
    made: without({ ...TREE, "x/a.txt": "one\n2\n" }, "a.txt"),
  },
  remove: {
    name: "apply_patch",
    input: patch("*** Delete File: b.txt"),
    made: without(TREE, "b.txt"),
  },
  patch: {
    name: "apply_patch",
    input: patch(
      ...["*** Update File: a.txt", "@@", "-two", "+2"],
      ...["*** Add File: x/new.txt", "+new"],
      ...["*** Delete File: b.txt"],
      ...["*** Update File: d/c.txt", "*** Move to: x/c.txt", "@@", "-three", "+3"],
    ),
    made: { "a.txt": "one\n2\n", "x/new.txt": "new\n", "x/c.txt": "3\n" },
  },
};

/** All paths that some call names. */
const PATHS = [...new Set(Object.values(CALLS).flatMap(({ made }) => Object.keys({ ...TREE, ...made })))];

/** Calls of a host that is killed: of one file and of several. */
export const HOST_CALLS = Object.entries(CALLS).filter(([title]) => title === "edit" || title === "patch");

function without(tree: Tree, path: string): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== path));
}

/** Returns all files below a root, without those whose names are omitted. */
export async function treeOf(root: string, omits: (name: string) => boolean = () => false): Promise<Tree> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !omits(entry.name))
      tree[path.slice(root.length + 1)] = await readFile(path, "utf8");
  }
  return tree;
}

/** Expects that a result says what happened to the files. */
export function expectTrue(
  result: ToolResult,
  after: Tree,
  { made, root, where }: { readonly made: Tree; readonly root: string; readonly where: string },
): void {
  const told = `${where}: ${JSON.stringify(result.error ?? result.status)}`;
  expect([TREE, made], told).toContainEqual(after);
  if (result.status === "done") {
    expect(after, told).toEqual(made);
    return;
  }
  expect(result.error?.errorCode, told).toBe("connection-lost");
  const outcomes = result.error?.outcomes ?? [];
  // A call that may be repeated has changed nothing.
  if (result.error?.retryable === true) expect(after, told).toEqual(TREE);
  else expect(outcomes, told).not.toEqual([]);
  for (const { path, state } of outcomes) {
    const name = path.slice(root.length + 1);
    const [old, changed] = [TREE[name], made[name]];
    expect(["old", "new"], `${told}: ${name}`).toContain(state);
    expect(after[name], `${told}: ${name}`).toBe(state === "old" ? old : changed);
  }
}

/** Expects that nothing of an earlier call blocks calls of another session, or stays after them. */
export async function expectUnblocked(backend: Backend, root: string, where: string): Promise<void> {
  // Its end would be that of the backend, so it is never disposed of.
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  const calls = PATHS.map((path) => ({ id: path, name: "create_file", input: { path, content: "after\n" } }));
  for (const written of await runtime.executeBatch(calls as never))
    expect(written.status, `${where}: ${JSON.stringify(written)}`).toBe("done");
  expect(await treeOf(root), where).toEqual(Object.fromEntries(PATHS.map((path) => [path, "after\n"])));
}
