import { describe, expect, it } from "vitest";
import { geminiCliToolset } from "../../../src/toolsets/index.js";
import { toolsetWorld } from "../toolset-world.js";

const parametersOf = (name: string) =>
  Object.keys(geminiCliToolset.tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});

describe("the toolset gemini-cli, unlike gemini-cli", () => {
  it("refuses an edit that no matcher finds, with the nearest lines and without a model", async () => {
    const { text, write } = await toolsetWorld("gemini-cli");
    await write({ "a.txt": "alpha beta gamma\n" });
    const edit = { file_path: "a.txt", old_string: "something else entirely", new_string: "x" };
    expect(await text("replace", edit)).toContain("Could not find exact match for old_string");
  });

  it("replaces without an instruction", async () => {
    const { call, write } = await toolsetWorld("gemini-cli");
    await write({ "a.txt": "one\n" });
    const edit = { file_path: "a.txt", old_string: "one", new_string: "two" };
    expect((await call("replace", edit)).status).toBe("done");
  });

  it("returns at most 1,000 files of glob and states that there are more", async () => {
    const { text, write } = await toolsetWorld("gemini-cli");
    await write(Object.fromEntries(Array.from({ length: 1_003 }, (_, index) => [`${index}.txt`, ""])));
    const rows = (await text("glob", { pattern: "*.txt" })).split("\n");
    expect(rows).toHaveLength(1_001);
    expect(rows.at(-1)).toMatch(/^\[3 more/);
  });

  it("adds no lines around a single match", async () => {
    const { text, write } = await toolsetWorld("gemini-cli");
    await write({ "a.txt": "one\ntwo\nthree\n" });
    expect(await text("grep_search", { pattern: "two" })).not.toContain("L1");
    expect(await text("grep_search", { pattern: "two", context: 1 })).toContain("L1- one");
  });

  it("starts no process in the background", () => {
    expect(parametersOf("run_shell_command")).toEqual(["command", "description", "dir_path"]);
  });

  it("takes one URL, and the names to omit from a folder", () => {
    expect(parametersOf("web_fetch")).toEqual(["url"]);
    expect(parametersOf("list_directory")).toEqual(["dir_path", "ignore"]);
  });

  it("lists ignored files", async () => {
    const { text, write } = await toolsetWorld("gemini-cli");
    await write({ ".gitignore": "out.txt\n", "out.txt": "" });
    expect(await text("list_directory", { dir_path: "." })).toContain("out.txt");
  });
});
