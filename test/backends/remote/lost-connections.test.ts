import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { localBackend } from "../../../src/backends/local/index.js";
import { ToolError, type WorkspaceFiles } from "../../../src/contract/index.js";
import { createWorkspace, isTemporaryName } from "../../../src/workspace/index.js";
import { newSession } from "../../workspace/workspace-fixture.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";
import { inProcess } from "./worker-pair.js";

const TREE = { "a.txt": "a\n", "b.txt": "b\n", "d/c.txt": "c\n" };

const CHANGES: Readonly<Record<string, (files: WorkspaceFiles) => Promise<unknown>>> = {
  update: (files) => files.updateText("a.txt", ({ text }) => ({ text: `${text}more\n` })),
  create: (files) => files.writeText("x/new.txt", "new\n"),
  remove: (files) => files.remove("b.txt"),
  "remove of a folder": (files) => files.remove("d", { recursive: true }),
  move: (files) => files.move("a.txt", "x/a.txt"),
  group: (files) =>
    files.applyTogether([
      { type: "create", path: "new/n.txt", text: "new\n" },
      { type: "update", path: "a.txt", update: ({ text }) => `${text}more\n` },
      { type: "delete", path: "b.txt" },
      { type: "move", path: "d/c.txt", destination: "new/c.txt", update: ({ text }) => `${text}more\n` },
    ]),
};

/** Moments at which a connection is lost, around one message of the host. */
const LOSSES = {
  "before a message": 0,
  "after half of a message": 0.5,
  "after a message, whose answer is lost": 1,
} as const;

type Tree = Readonly<Record<string, string>>;

async function treeOf(root: string): Promise<Tree> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.split("/").some(isTemporaryName))
      tree[path.slice(root.length + 1)] = await readFile(path, "utf8");
  }
  return tree;
}

/** Loses the connection around the message with a number, once; 0 loses none. */
async function runWithLoss(change: (files: WorkspaceFiles) => Promise<unknown>, lost: number, part: number) {
  const [root, stateDirectory] = [await temporaryFolder(), await temporaryFolder()];
  await writeTree(root, TREE);
  const served = localBackend({ stateDirectory, languageServers: "off" });
  const whole = inProcess(served);
  let sent = 0;
  let isArmed = false;
  let isHit = false;
  const connect: Connector = async () => {
    const stream = await whole.connect();
    return {
      ...stream,
      write: async (bytes) => {
        if (isArmed) sent += 1;
        if (!isArmed || isHit || sent !== lost) return stream.write(bytes);
        isHit = true;
        await stream.write(bytes.subarray(0, bytes.length * part));
        stream.close();
        throw new Error("the cable was cut");
      },
    };
  };
  const backend = await remoteBackend({ connect });
  const files = createWorkspace({ backend, roots: [root] }).files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  isArmed = true;
  const error = await change(files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  isArmed = false;
  const after = await treeOf(root);
  // The next changes finish what was interrupted.
  for (const name of ["a.txt", "b.txt", "d/c.txt", "new/n.txt", "new/c.txt", "x/a.txt", "x/new.txt"])
    await files.updateText(name, ({ text }) => ({ text })).catch(() => {});
  const next = await treeOf(root);
  await backend.dispose();
  await served.dispose();
  const code = error === undefined ? "done" : ToolError.isInstance(error) ? error.code : String(error);
  return { code, isHit, after, next, message: String(error) };
}

describe.each(Object.entries(LOSSES))("a connection that is lost %s", (_, part) => {
  it.each(Object.entries(CHANGES))(
    "leaves the old or the new files, and is reported as such: %s",
    async (_title, change) => {
      const { code, after: made } = await runWithLoss(change, 0, part);
      expect(code).toBe("done");
      let hits = 0;
      for (let lost = 1; ; lost += 1) {
        const outcome = await runWithLoss(change, lost, part);
        if (!outcome.isHit) break;
        hits += 1;
        const where = `message ${lost}: ${outcome.code} ${outcome.message}`;
        if (outcome.code === "done") expect(outcome.after, where).toEqual(made);
        else if (outcome.code !== "half-done") expect(outcome.after, where).toEqual(TREE);
        expect([TREE, made], where).toContainEqual(outcome.next);
        if (outcome.code !== "half-done") expect(outcome.next, where).toEqual(outcome.after);
      }
      expect(hits).toBeGreaterThan(5);
    },
  );
});
