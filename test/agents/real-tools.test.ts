import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolRuntime, type Model, type ModelRequest, runAgent } from "../../src/index.js";
import { scriptedModel } from "../../src/testing/index.js";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-agents-")));
  await writeFile(join(folder, "greeting.txt"), "hello\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const runtimeWith = (model: Model, options: Parameters<typeof createToolRuntime>[0] = {}) =>
  createToolRuntime({
    cwd: folder,
    stateDirectory: join(folder, ".state"),
    model,
    permissions: { rules: [{ kind: "edit", verdict: "allow" }] },
    ...options,
  });

const isSubagent = ({ system = "" }: ModelRequest) => system.includes("for another agent");

describe("an agent with the tools of a toolset", () => {
  it("edits one file, and another one through a subagent", async () => {
    const model = scriptedModel((results, request) => {
      if (isSubagent(request)) {
        return results.length > 0
          ? { says: "Wrote the second one." }
          : { calls: [{ name: "create_file", input: { path: "second.txt", content: "two\n" } }] };
      }
      if (request.messages.length === 1) {
        return { calls: [{ name: "Read", input: { path: "greeting.txt" } }] };
      }
      if (request.messages.length === 3) {
        const edit = { path: "greeting.txt", old_str: "hello", new_str: "goodbye" };
        return {
          sees: ["hello"],
          calls: [
            { name: "edit_file", input: edit },
            { name: "Task", input: { description: "Write", prompt: "Write the second file." } },
          ],
        };
      }
      return { sees: ["Wrote the second one."], says: "Both are written." };
    });
    await using runtime = runtimeWith(model, { permissions: "allow-all" });
    const result = await runAgent({ runtime, prompt: "Write both files." });
    expect(result).toMatchObject({ ended: "done", text: "Both are written.", steps: 3 });
    expect(new Set(result.trackFiles)).toEqual(
      new Set([join(folder, "greeting.txt"), join(folder, "second.txt")]),
    );
    expect(await readFile(join(folder, "greeting.txt"), "utf8")).toBe("goodbye\n");
    expect(await readFile(join(folder, "second.txt"), "utf8")).toBe("two\n");
  });

  it("reads back the output that compaction removed from the conversation", async () => {
    const long = `${Array.from({ length: 480 }, (_value, line) => `line ${line + 1}`).join("\n")}\n`;
    for (let file = 1; file <= 8; file += 1) await writeFile(join(folder, `${file}.txt`), `${file} ${long}`);
    const model = scriptedModel((_results, { messages }) => {
      const turn = Math.ceil(messages.length / 2);
      if (turn <= 8) return { calls: [{ name: "Read", input: { path: `${turn}.txt` } }] };
      const first = messages.find(({ role }) => role === "tool");
      const text = first?.role === "tool" ? JSON.stringify(first.results[0]?.content) : "";
      const saved = /Full output saved to: ([^\]"]+)\]/.exec(text)?.[1];
      return turn === 9
        ? { calls: [{ name: "Read", input: { path: saved ?? "nowhere", read_range: [470, 480] } }] }
        : { sees: ["line 479"], says: "Found it again." };
    });
    await using runtime = runtimeWith(model);
    const result = await runAgent({ runtime, prompt: "Read all.", compactAtTokens: 5_000 });
    expect(result).toMatchObject({ ended: "done", text: "Found it again." });
  });
});
