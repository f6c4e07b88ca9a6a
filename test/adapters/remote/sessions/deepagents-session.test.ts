import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { AIMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { createDeepAgent, isSandboxBackend, type SandboxBackendProtocolV2 } from "deepagents";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { toSandboxSession } from "../../../../src/adapters/remote/index.js";
import { localBackend } from "../../../../src/index.js";
import { temporaryFolder } from "../../../backends/temporary-folder.js";
import { writeTree } from "../../../backends/write-tree.js";

async function sandboxOn(tree: Readonly<Record<string, string | Uint8Array>>) {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, tree);
  const backend = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
  onTestFinished(() => backend.dispose());
  return { root, sandbox: toSandboxSession(backend, { library: "deepagents", cwd: root }) };
}

/** A model that makes one call in each turn, and then ends. */
class ScriptedModel extends FakeListChatModel {
  #next = 0;

  constructor(private readonly turns: readonly { readonly name: string; readonly args: object }[]) {
    super({ responses: ["Done."] });
  }

  override bindTools() {
    return this as never;
  }

  override async _generate() {
    const turn = this.turns[this.#next];
    this.#next += 1;
    const calls =
      turn === undefined ? [] : [{ id: `call-${this.#next}`, type: "tool_call" as const, ...turn }];
    const message = new AIMessage({ content: turn === undefined ? "Done." : "", tool_calls: calls as never });
    return { generations: [{ text: "", message }] };
  }
}

describe("a sandbox for deepagents", () => {
  it("satisfies the type of deepagents, and is recognised as a sandbox", async () => {
    expectTypeOf(toSandboxSession<"deepagents">).returns.toExtend<SandboxBackendProtocolV2>();
    const { sandbox } = await sandboxOn({});
    expect(isSandboxBackend(sandbox as never)).toBe(true);
  });

  it("serves an agent of deepagents", async () => {
    const { root, sandbox } = await sandboxOn({ "a.txt": "one\ntwo\n" });
    const path = join(root, "a.txt");
    const turns = [
      { name: "read_file", args: { file_path: path } },
      { name: "edit_file", args: { file_path: path, old_string: "two", new_string: "zwei" } },
      { name: "write_file", args: { file_path: join(root, "sub/new.txt"), content: "zwei drei\n" } },
      { name: "grep", args: { pattern: "zwei", path: root } },
      { name: "glob", args: { pattern: "**/*.txt", path: root } },
      { name: "ls", args: { path: root } },
      { name: "execute", args: { command: "cat a.txt; exit 3" } },
    ];
    const agent = createDeepAgent({ model: new ScriptedModel(turns) as never, backend: sandbox as never });
    const { messages } = await agent.invoke(
      { messages: [{ role: "user", content: "Go." }] },
      { recursionLimit: 100 },
    );
    const results = new Map<string, string>();
    for (const message of messages)
      if (message.getType() === "tool") results.set(String(message.name), JSON.stringify(message.content));
    expect(results.get("read_file")).toContain("two");
    expect(results.get("edit_file")).toContain("Successfully replaced 1");
    expect(await readFile(path, "utf8")).toBe("one\nzwei\n");
    expect(await readFile(join(root, "sub/new.txt"), "utf8")).toBe("zwei drei\n");
    expect(results.get("grep")).toContain("sub/new.txt");
    expect(results.get("glob")).toContain("sub/new.txt");
    expect(results.get("ls")).toContain("sub/");
    expect(results.get("execute")).toContain("failed with exit code 3");
  }, 60_000);

  it("reads lines by offset and number, and says where the next ones begin", async () => {
    const { sandbox } = await sandboxOn({
      "a.txt": "1\n2\n3\n4\n",
      "empty.txt": "",
      "b.bin": Uint8Array.of(0, 1),
    });
    expect(await sandbox.read("a.txt", 1, 2)).toEqual({
      content: "2\n3",
      mimeType: "text/plain",
      totalLines: 4,
      startLine: 2,
      endLine: 3,
      nextOffset: 3,
    });
    expect((await sandbox.read("a.txt", 2)).nextOffset).toBe(undefined);
    expect((await sandbox.read("a.txt", 4)).error).toContain("beyond the end");
    expect((await sandbox.read("empty.txt")).content).toBe("");
    expect((await sandbox.read("b.bin")).content).toEqual(Uint8Array.of(0, 1));
    expect((await sandbox.read("none")).error).toContain("does not exist");
    expect((await sandbox.readRaw("a.txt")).data).toMatchObject({ content: "1\n2\n3\n4\n" });
  });

  it("changes nothing when an edit is not unique or does not match", async () => {
    const { root, sandbox } = await sandboxOn({ "a.txt": "x x\n" });
    expect((await sandbox.edit("a.txt", "x", "y")).error).toContain("2 times");
    expect((await sandbox.edit("a.txt", "z", "y")).error).toContain("does not occur");
    expect((await sandbox.edit("a.txt", "", "y")).error).toContain("empty");
    expect((await sandbox.edit("none", "x", "y")).error).toContain("does not exist");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("x x\n");
    expect(await sandbox.edit("a.txt", "x", "$&", true)).toMatchObject({ occurrences: 2 });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("$& $&\n");
  });

  it("searches the working directory where no folder is named, up to a number of matches", async () => {
    const { root, sandbox } = await sandboxOn({ "a.txt": "n\nn\n", "b/c.md": "n.n\n", "d.txt": "nXn\n" });
    const found = await sandbox.grep("n", "/", "*.txt", 2);
    expect(found).toEqual({
      matches: [
        { path: join(root, "a.txt"), line: 1, text: "n" },
        { path: join(root, "a.txt"), line: 2, text: "n" },
      ],
      truncated: true,
    });
    expect((await sandbox.grep("n.n")).matches?.map(({ path }) => path)).toEqual([join(root, "b/c.md")]);
    expect((await sandbox.glob("**/*.md")).files).toEqual([{ path: join(root, "b/c.md"), is_dir: false }]);
    expect((await sandbox.grep("n", "/none/there")).error).toContain("does not exist");
  });

  it("transfers files, removes folders, and reports each failure by its code", async () => {
    const { root, sandbox } = await sandboxOn({ "d/e.txt": "e", f: "f" });
    const bytes = Uint8Array.of(0, 255, 128);
    expect(
      await sandbox.uploadFiles([
        ["up/x.bin", bytes],
        ["d", bytes],
        ["f/below", bytes],
      ]),
    ).toEqual([
      { path: "up/x.bin", error: null },
      { path: "d", error: "is_directory" },
      { path: "f/below", error: "invalid_path" },
    ]);
    expect(await sandbox.downloadFiles(["up/x.bin", "none", "d"])).toEqual([
      { path: "up/x.bin", content: bytes, error: null },
      { path: "none", content: null, error: "file_not_found" },
      { path: "d", content: null, error: "is_directory" },
    ]);
    expect(await sandbox.delete(join(root, "d"))).toMatchObject({ path: join(root, "d") });
    expect((await sandbox.delete(join(root, "d"))).error).toContain("does not exist");
    expect((await sandbox.delete("/")).error).toContain("never removed");
    expect((await sandbox.ls(root)).files?.map(({ path }) => path.slice(root.length))).toEqual([
      "/f",
      "/up/",
    ]);
  });
});
