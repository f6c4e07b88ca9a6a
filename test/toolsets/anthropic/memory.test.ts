import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { anthropicToolset, memoryTool } from "../../../src/toolsets/index.js";
import { seededRandom } from "../../permissions/unasked-fuzz/command-grammar.js";

/** Commands of one sequence, and sequences; each command is one compared answer. */
const COMMANDS = 60;
const SEEDS = [1, 2, 3, 4, 5];

type Command = Readonly<Record<string, unknown>> & { readonly command: string };

/** Errors that Anthropic's page shows with a prefix that its SDK adds elsewhere. */
const PREFIXED =
  /^(?:File .* already exists|The destination .* already exists|Invalid `insert_line` parameter)/;

/** Creates a generator of commands, most of them about few paths, so that they meet. */
function commands(random: () => number): () => Command {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const path = () =>
    pick(["/memories/a.md", "/memories/b.md", "/memories/n/c.md", "/memories/n", "/memories/n/m/d.md"]);
  const text = () => pick(["one\ntwo\nthree\n", "one\ntwo", "", "same same\n\nsame\n", "é\n\ttab\n"]);
  const part = () => pick(["one", "two", "same", "missing", "t", "é"]);
  return () => {
    switch (Math.floor(random() * 7)) {
      case 0:
        return { command: "create", path: path(), file_text: text() };
      case 1:
        return { command: "view", path: path() };
      case 2:
        return {
          command: "view",
          path: path(),
          view_range: pick([
            [1, 1],
            [2, -1],
            [2, 3],
            [1, 9],
          ]),
        };
      case 3:
        return {
          command: "str_replace",
          path: path(),
          old_str: part(),
          new_str: pick(["new", "", "$&", "two"]),
        };
      case 4:
        return {
          command: "insert",
          path: path(),
          insert_line: pick([0, 1, 2, 3, 9, -1]),
          insert_text: pick(["x", "x\n", ""]),
        };
      case 5:
        return { command: "delete", path: path() };
      default:
        // In a missing folder, the SDK creates that folder even if the renaming fails.
        return {
          command: "rename",
          old_path: path(),
          new_path: pick(["/memories/a.md", "/memories/e.md", "/memories/n"]),
        };
    }
  };
}

async function folder(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), "collet-memory-")));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function world(options: { readonly directory?: string } = {}) {
  const cwd = await folder();
  await mkdir(join(cwd, options.directory ?? "memories"), { recursive: true });
  const tools = [memoryTool(options)];
  const runtime = createToolRuntime({
    cwd,
    toolset: "none",
    tools,
    permissions: "allow-all",
    repeatedCalls: "allow",
  });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  let calls = 0;
  const answer = async (input: Command) => {
    calls += 1;
    const result = await runtime.execute({ id: `${calls}`, name: "memory", input });
    return result.content.map((each) => (each.type === "text" ? each.text : each.type)).join("\n");
  };
  return { cwd, runtime, answer };
}

/** Returns the answer of the SDK's own implementation. */
async function reference(tool: BetaLocalFilesystemMemoryTool, input: Command): Promise<string> {
  const method = input.command as "view";
  try {
    return await tool[method](input as never);
  } catch (error) {
    const { message } = error as Error;
    return PREFIXED.test(message) ? `Error: ${message}` : message;
  }
}

describe("the memory tool", () => {
  it.each(SEEDS)("answers as the implementation in Anthropic's SDK: seed %i", async (seed) => {
    const { cwd, answer } = await world();
    const other = await folder();
    const sdk = await BetaLocalFilesystemMemoryTool.init(other);
    const next = commands(seededRandom(seed));
    for (let step = 0; step < COMMANDS; step += 1) {
      const input = next();
      const expected = await reference(sdk, input);
      const answered = await answer(input);
      // An error of the operating system, which contains a path of the machine.
      if (/^E[A-Z]+: /.test(expected)) continue;
      expect(answered, `${step}: ${JSON.stringify(input)}`).toBe(expected);
    }
    const files = async (root: string) => (await readdir(root, { recursive: true })).sort();
    expect(await files(join(cwd, "memories"))).toEqual(await files(join(other, "memories")));
  });

  it.each([
    "/memories/../secret",
    "/memories/a/../../secret",
    "/memories/./a",
    "/memories/..",
    "/memories\\..\\secret",
    "/memories/%2e%2e/secret",
    "/memories/a%2fb",
    "/memories/a\0b",
    "/memoriesx",
    "/etc/passwd",
    "memories/a",
    "../secret",
    "",
  ])("refuses a path that is not below /memories: %j", async (path) => {
    const { answer, cwd } = await world();
    await writeFile(join(cwd, "secret"), "hidden");
    for (const input of [
      { command: "view", path },
      { command: "create", path, file_text: "x" },
      { command: "delete", path },
      { command: "rename", old_path: path, new_path: "/memories/x" },
      { command: "rename", old_path: "/memories/a", new_path: path },
    ]) {
      expect(await answer(input)).toMatch(
        /^(?:Path must start with \/memories, got: |Path .* would escape \/memories directory$)/s,
      );
    }
    expect(await readdir(join(cwd, "memories"))).toEqual([]);
  });

  it("refuses symlinks that lead out of the folder, and omits them from the list", async () => {
    const { answer, cwd } = await world();
    await mkdir(join(cwd, "other"));
    await writeFile(join(cwd, "other/x.md"), "other");
    await symlink(join(cwd, "other"), join(cwd, "memories/link"));
    await symlink(join(cwd, "other/x.md"), join(cwd, "memories/file.md"));
    const refused = "Path would escape /memories directory via symlink";
    expect(await answer({ command: "view", path: "/memories/link/x.md" })).toBe(refused);
    expect(await answer({ command: "create", path: "/memories/link/y.md", file_text: "" })).toBe(refused);
    expect(
      await answer({ command: "str_replace", path: "/memories/file.md", old_str: "o", new_str: "" }),
    ).toBe(refused);
    expect(await answer({ command: "view", path: "/memories" })).toMatch(
      /excluding hidden items and node_modules:\n\S+\t\/memories$/,
    );
    expect(await readdir(join(cwd, "other"))).toEqual(["x.md"]);
  });

  it("keeps its folder at the host's location, and can be undone", async () => {
    const { answer, cwd, runtime } = await world({ directory: "notes/agent" });
    await answer({ command: "create", path: "/memories/a.md", file_text: "text" });
    expect(await readFile(join(cwd, "notes/agent/a.md"), "utf8")).toBe("text");
    expect(runtime.registry.list().map(({ name }) => name)).toEqual(["memory"]);
  });

  it.each([
    [{ command: "view", path: "/memories" }, "allow"],
    [{ command: "create", path: "/memories/a", file_text: "" }, "ask"],
    [{ command: "str_replace", path: "/memories/a", old_str: "a", new_str: "b" }, "ask"],
    [{ command: "delete", path: "/memories/a" }, "ask"],
    [{ command: "rename", old_path: "/memories/a", new_path: "/memories/b" }, "ask"],
  ])("judges each command as what it does: %j", async (input, verdict) => {
    const cwd = await folder();
    await using runtime = createToolRuntime({ cwd, toolset: anthropicToolset });
    const { calls } = await runtime.plan([{ id: "1", name: "memory", input }]);
    expect(calls[0]?.decision?.verdict).toBe(verdict);
  });

  it.each([
    [{ command: "create", path: "/memories/a" }, "file_text"],
    [{ command: "str_replace", path: "/memories/a" }, "old_str"],
    [{ command: "insert", path: "/memories/a", insert_text: "" }, "insert_line"],
    [{ command: "rename", old_path: "/memories/a" }, "new_path"],
    [{ command: "view" }, "path"],
  ])("names the missing parameter: %j", async (input, name) => {
    const { answer } = await world();
    expect(await answer(input as Command)).toBe(
      `Parameter \`${name}\` is required for command: ${input.command}`,
    );
  });
});
