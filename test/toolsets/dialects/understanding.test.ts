import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { ACTS } from "../../../src/toolsets/dialects/index.js";
import {
  ampToolset,
  claudeCodeToolset,
  opencodeToolset,
  TOOLSETS,
  type Toolset,
} from "../../../src/toolsets/index.js";

let cwd: string;
beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-understanding-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "a.txt"), "one\ntwo\nthree\n");
  cwd = folder;
});

function mapping(toolset: Toolset, name: string) {
  for (const tool of toolset.tools) {
    if (tool.name === name) return tool.mapInput;
    const alias = tool.aliases.find((other) => other.name === name);
    if (alias !== undefined) return alias.mapInput;
  }
  return undefined;
}

describe("the mapping of parameters", () => {
  it.each<[Toolset, string, Record<string, unknown>, Record<string, unknown>]>([
    // Lines are counted as the name's own agent counts them.
    [ampToolset, "read", { filePath: "/a", offset: 0, limit: 10 }, { path: "/a", read_range: [1, 10] }],
    [ampToolset, "read", { path: "/a", offset: "20" }, { path: "/a", read_range: [21, 520] }],
    [ampToolset, "read", { path: "/a", limit: 5, offset: null }, { path: "/a", read_range: [1, 5] }],
    [ampToolset, "Read", { path: "/a", offset: 20, limit: 5 }, { path: "/a", read_range: [20, 24] }],
    [claudeCodeToolset, "Read", { path: "/a", read_range: [3, 7] }, { file_path: "/a", offset: 3, limit: 5 }],
    [claudeCodeToolset, "read", { filePath: "/a", offset: 0 }, { file_path: "/a", offset: 1 }],
    [opencodeToolset, "Read", { file_path: "/a", offset: 1 }, { filePath: "/a", offset: 0 }],
    [opencodeToolset, "read", { filePath: "/a", offset: 1 }, { filePath: "/a", offset: 1 }],
    // What is said in the tool's own words wins over the same said otherwise.
    [ampToolset, "read", { path: "/a", read_range: [1, 2], offset: 7 }, { path: "/a", read_range: [1, 2] }],
    [ampToolset, "Edit", { path: "/a", file_path: "/b", old_str: "x" }, { path: "/a", old_str: "x" }],
    // A place goes into the pattern, as a name and not as a pattern.
    [
      ampToolset,
      "Glob",
      { pattern: "**/*.ts", path: "/a/app/[slug]/" },
      { filePattern: "/a/app/\\[slug\\]/**/*.ts" },
    ],
    [ampToolset, "Glob", { pattern: "*.ts" }, { filePattern: "*.ts" }],
    [ampToolset, "Glob", { filePattern: "/x/*.ts", path: "/a" }, { filePattern: "/x/*.ts" }],
    // A search for plain text, and one that ignores case, where there is no parameter for it.
    [opencodeToolset, "Grep", { pattern: "a.b(", literal: true }, { pattern: "a\\.b\\(" }],
    [opencodeToolset, "Grep", { pattern: "x", "-i": true }, { pattern: "(?i)x" }],
    [ampToolset, "Grep", { pattern: "x", "-i": false }, { pattern: "x", caseSensitive: true }],
    // A list of edits in another agent's words, also below the tool's own name.
    [
      claudeCodeToolset,
      "MultiEdit",
      { file_path: "/a", edits: [{ oldString: "x", newString: "y", replaceAll: true }] },
      { file_path: "/a", edits: [{ old_string: "x", new_string: "y", replace_all: true }] },
    ],
    // What nobody knows stays, for validation to name; so do values that cannot be converted.
    [ampToolset, "Edit", { file_path: "/a", wild: 1 }, { wild: 1, path: "/a" }],
    [ampToolset, "read", { path: "/a", offset: "soon" }, { path: "/a", read_range: ["soon", 500] }],
    [claudeCodeToolset, "MultiEdit", { file_path: "/a", edits: "all" }, { file_path: "/a", edits: "all" }],
  ])("the parameters of %o under the name %s: %j is %j", (toolset, name, input, expected) => {
    expect(mapping(toolset, name)?.(input)).toEqual(expected);
  });

  it("returns an input in the tool's own form as the same object", () => {
    const input = { path: "/a", read_range: [1, 2] };
    expect(mapping(ampToolset, "Read")?.(input)).toBe(input);
  });

  it("never throws, and never makes a key that is neither the tool's nor the model's", () => {
    const parameters = ACTS.flatMap(({ dialects }) =>
      dialects.flatMap((dialect) => Object.keys(dialect.parameters)),
    );
    const inputs = fc.dictionary(fc.constantFrom(...parameters, "constructor", "other"), fc.jsonValue(), {
      maxKeys: 6,
    });
    const tools = Object.values(TOOLSETS).flatMap((toolset) => toolset.tools as Toolset["tools"]);
    fc.assert(
      fc.property(fc.constantFrom(...tools), fc.nat(), inputs, (tool, index, input) => {
        const maps = [tool.mapInput, ...tool.aliases.map((alias) => alias.mapInput)].filter(
          (map) => map !== undefined,
        );
        const mapped = maps[index % Math.max(1, maps.length)]?.(input) ?? input;
        const known = [...Object.keys(tool.inputSchema.properties ?? {}), ...Object.keys(input)];
        for (const key of Object.keys(mapped)) expect(known).toContain(key);
      }),
      { numRuns: 500 },
    );
  });

  it("changes nothing that it has mapped already", () => {
    const inputs = fc.record(
      {
        file_path: fc.string(),
        offset: fc.nat(),
        limit: fc.nat(),
        filePath: fc.string(),
        end_line: fc.nat(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(inputs, (input) => {
        const map = mapping(claudeCodeToolset, "Read");
        const once = map?.(input) ?? {};
        expect(map?.(once)).toBe(once);
      }),
    );
  });
});

describe("a call in another dialect", () => {
  it("records the name that was used and the conversion of the parameters", async () => {
    await using runtime = createToolRuntime({ cwd });
    const result = await runtime.execute({
      id: "1",
      name: "read",
      input: { filePath: "a.txt", offset: 1, limit: 1 },
    });
    expect(result).toMatchObject({
      status: "done",
      requestedName: "read",
      toolName: "Read",
      result: "2: two",
      metadata: { repairs: ["path: renamed from filePath", "input: offset, limit given as read_range"] },
    });
  });

  it("records a parameter that the tool does not support", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const result = await runtime.execute({
      id: "1",
      name: "Bash",
      input: { cmd: "echo hi", timeout: 5_000 },
    });
    expect(result.metadata?.repairs).toEqual([
      "input: timeout removed, because the tool has no such parameter",
    ]);
  });

  it("leaves a wrong value for validation, which names the tool's own parameter", async () => {
    await using runtime = createToolRuntime({ cwd });
    const result = await runtime.execute({
      id: "1",
      name: "read",
      input: { filePath: "a.txt", offset: "soon" },
    });
    expect(result.error).toMatchObject({
      errorCode: "invalid-input",
      message: expect.stringContaining("read_range"),
    });
  });

  it.each(["create_file", "Write", "write", "write_file"])(
    "a call is judged by a rule on any name: a deny of %s denies all of them",
    async (name) => {
      await using runtime = createToolRuntime({
        cwd,
        permissions: [
          { kind: "edit", verdict: "allow" },
          { tool: name, verdict: "deny" },
        ],
      });
      const calls = ["create_file", "Write", "write", "write_file"].map((called, index) => ({
        id: String(index),
        name: called,
        input: { path: "new.txt", file_path: "new.txt", content: "x" },
      }));
      const results = await runtime.executeBatch(calls);
      expect(results.map(({ status }) => status)).toEqual(calls.map(() => "rejected-by-user"));
      expect(runtime.tools().map((tool) => tool.name)).not.toContain("create_file");
    },
  );

  it("applies no rule for another act: denying images does not deny reading", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: [{ tool: "view_image", verdict: "deny" }] });
    const result = await runtime.execute({ id: "1", name: "read_file", input: { file_path: "a.txt" } });
    expect(result.status).toBe("done");
  });

  it("judges a call by the tool's own parameters, not by those it was sent with", async () => {
    await using runtime = createToolRuntime({
      cwd,
      toolset: "claude-code",
      permissions: [
        { kind: "edit", verdict: "allow" },
        { path: "a.txt", verdict: "deny" },
      ],
    });
    const inputs = [
      { filePath: "a.txt", oldString: "one", newString: "1" },
      { path: "a.txt", old_str: "one", new_str: "1" },
      { file_path: "a.txt", old_string: "one", new_string: "1" },
    ];
    const results = await runtime.executeBatch(
      inputs.map((input, index) => ({ id: String(index), name: "edit", input })),
    );
    expect(results.map(({ status }) => status)).toEqual(inputs.map(() => "rejected-by-user"));
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  it("cannot be continued as another call: an approval holds for what was mapped", async () => {
    await using runtime = createToolRuntime({ cwd });
    const [blocked] = await runtime.executeBatch([
      { id: "1", name: "write_file", input: { file_path: "new.txt", content: "x\n" } },
    ]);
    expect(blocked).toMatchObject({
      status: "blocked-on-user",
      approval: {
        toolName: "create_file",
        requestedName: "write_file",
        input: { path: "new.txt", content: "x\n" },
      },
    });
    const [done] = await runtime.resume(blocked === undefined ? [] : [blocked], { "1": true });
    expect(done).toMatchObject({ status: "done", toolName: "create_file" });
    expect(await readFile(join(cwd, "new.txt"), "utf8")).toBe("x\n");
  });
});

describe("a broken input", () => {
  it.each([
    ["text that is no object", "nonsense"],
    ["a list", []],
    ["a key that is none", JSON.parse('{"__proto__": {"path": "a.txt"}, "filePath": "a.txt"}')],
    [
      "a getter that throws",
      Object.defineProperty({}, "filePath", {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      }),
    ],
  ])("a broken input is an error of this call alone, under any name: %s", async (_title, input) => {
    await using runtime = createToolRuntime({ cwd });
    const results = await runtime.executeBatch([
      { id: "1", name: "Read", input },
      { id: "2", name: "read", input },
      { id: "3", name: "Read", input: { path: "a.txt", read_range: [1, 1] } },
    ]);
    expect(results.map(({ error, status }) => error?.errorCode ?? status)).toEqual([
      "invalid-input",
      "invalid-input",
      "done",
    ]);
  });

  it("parses a text input before its parameters are mapped, unless repair is off", async () => {
    const call = { id: "1", name: "read", input: '{"filePath":"a.txt","limit":1}' };
    await using runtime = createToolRuntime({ cwd });
    expect((await runtime.execute(call)).result).toBe("1: one");
    await using strict = createToolRuntime({ cwd, inputRepair: "off" });
    expect((await strict.execute(call)).error?.errorCode).toBe("invalid-input");
    const object = { ...call, input: { filePath: "a.txt", limit: 1 } };
    expect((await strict.execute(object)).result).toBe("1: one");
  });
});
