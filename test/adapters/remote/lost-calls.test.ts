import { readdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { createToolRuntime, localBackend, type ToolResult } from "../../../src/index.js";
import { isTemporaryName } from "../../../src/workspace/index.js";
import { inProcess } from "../../backends/remote/worker-pair.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";

const TREE = { "a.txt": "one\ntwo\n", "b.txt": "two\n" };

const CALLS: Readonly<Record<string, readonly [string, object]>> = {
  read: ["Read", { path: "a.txt" }],
  search: ["Grep", { pattern: "two" }],
  edit: ["edit_file", { path: "a.txt", old_str: "two", new_str: "three" }],
  create: ["create_file", { path: "new/n.txt", content: "new\n" }],
  patch: [
    "apply_patch",
    {
      patchText:
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+three\n*** Add File: c.txt\n+c\n*** Delete File: b.txt\n*** End Patch",
    },
  ],
};

/** Moments at which a connection is lost, around one message. */
const LOSSES = {
  "before a message": 0,
  "after half of a message": 0.5,
  "after a message": 1,
} as const;

type Tree = Readonly<Record<string, string>>;
type Side = "host" | "worker";

async function treeOf(root: string): Promise<Tree> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !isTemporaryName(entry.name))
      tree[path.slice(root.length + 1)] = await readFile(path, "utf8");
  }
  return tree;
}

interface Lost {
  readonly result: ToolResult;
  readonly isHit: boolean;
  readonly tree: Tree;
}

/** Runs a call and loses the connection around one message of a side, once; number 0 loses none. */
async function runWithLoss(
  [name, input]: readonly [string, object],
  { side, number, part }: { readonly side: Side; readonly number: number; readonly part: number },
): Promise<Lost> {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, TREE);
  const served = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
  const whole = inProcess(served, { records: await temporaryFolder() });
  let [count, isArmed, isHit] = [0, false, false];
  const isLost = (of: Side) => {
    if (!isArmed || isHit || of !== side) return false;
    count += 1;
    isHit = count === number;
    return isHit;
  };
  const connect: Connector = async () => {
    const stream = await whole.connect();
    async function* received() {
      for await (const bytes of stream.input) {
        if (!isLost("worker")) {
          yield bytes;
          continue;
        }
        yield bytes.subarray(0, bytes.length * part);
        stream.close();
        return;
      }
    }
    return {
      ...stream,
      input: received(),
      write: async (bytes) => {
        if (!isLost("host")) return stream.write(bytes);
        await stream.write(bytes.subarray(0, bytes.length * part));
        stream.close();
        throw new Error("the cable was cut");
      },
    };
  };
  const backend = await remoteBackend({ connect });
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  try {
    isArmed = true;
    const result = await runtime.execute({ id: "1", name, input: input as never });
    isArmed = false;
    return { result, isHit, tree: await treeOf(root) };
  } finally {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
    await served.dispose();
  }
}

describe.each(Object.entries(LOSSES))("a connection that is lost %s", (_, part) => {
  it.each(
    (["host", "worker"] as const).flatMap((side) => Object.keys(CALLS).map((call) => [side, call] as const)),
  )("a loss of the %s leaves the old or the new files, and the result says which: %s", async (side, name) => {
    const call = CALLS[name] as readonly [string, object];
    const { result, tree: made } = await runWithLoss(call, { side, number: 0, part });
    expect(result.status).toBe("done");
    let hits = 0;
    for (let number = 1; ; number += 1) {
      const lost = await runWithLoss(call, { side, number, part });
      if (!lost.isHit) break;
      hits += 1;
      const where = `message ${number}: ${JSON.stringify(lost.result.content)}`;
      expect([TREE, made], where).toContainEqual(lost.tree);
      if (lost.result.status === "done") {
        expect(lost.tree, where).toEqual(made);
        continue;
      }
      expect(lost.result.status, where).toBe("error");
      expect(lost.result.error?.errorCode, where).toBe("connection-lost");
      const states = lost.result.error?.outcomes?.map(({ state }) => state) ?? [];
      if (lost.result.error?.retryable !== true) expect(states, where).not.toEqual([]);
      if (states.length > 0 && states.every((state) => state === "old"))
        expect(lost.tree, where).toEqual(TREE);
      if (states.includes("new")) expect(lost.tree, where).toEqual(made);
    }
    expect(hits).toBeGreaterThan(0);
  });
});
