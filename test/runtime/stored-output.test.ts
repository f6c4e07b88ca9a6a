import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../src/backends/local/index.js";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { ContentPart } from "../../src/contract/index.js";
import { createToolRuntime, defineTool, type ToolRuntimeOptions } from "../../src/index.js";
import { OPENCODE_TRUNCATION } from "../../src/truncation/index.js";
import { z } from "./fixtures.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");

/** A tool that returns its input. */
const give = (output: unknown, parts?: readonly ContentPart[]) =>
  defineTool({
    name: "give",
    description: "Answers.",
    kind: "think",
    inputSchema: z.object({}),
    execute: () => output,
    ...(parts !== undefined && { render: () => parts }),
  });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "collet-stored-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function runtimeWith(options: ToolRuntimeOptions) {
  const runtime = createToolRuntime({ cwd: folder(), stateDirectory: join(folder(), "state"), ...options });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  return runtime;
}

const textOf = (content: readonly ContentPart[]) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");

const call = (name: string, input: object = {}) => ({ id: crypto.randomUUID(), name, input });

describe("a result over the limit", () => {
  it("stores the whole result, and names its path in the notice", async () => {
    const output = lines(20_000);
    const runtime = runtimeWith({ tools: [give(output)] });
    const result = await runtime.execute(call("give"));
    const savedTo = result.truncation?.savedTo as string;
    expect(readFileSync(savedTo, "utf8")).toBe(output);
    expect(statSync(savedTo).mode & 0o777).toBe(0o600);
    expect(textOf(result.content)).toContain(
      `[Tool result truncated: 204KB exceeds limit. Please refine the query.]\nFull output saved to: ${savedTo}\nSearch that file, or read the part of it that you need.`,
    );
  });

  it("allows reading and searching the stored output without a question", async () => {
    const runtime = runtimeWith({ tools: [give(lines(20_000))] });
    const savedTo = (await runtime.execute(call("give"))).truncation?.savedTo as string;
    const [read, found, listed] = await runtime.executeBatch([
      call("Read", { path: savedTo, read_range: [19_999, 20_000] }),
      call("Grep", { pattern: "line 1234$", path: savedTo }),
      call("Read", { path: join(savedTo, "..") }),
    ]);
    expect(read?.result).toBe("19999: line 19998\n20000: line 19999");
    expect(found?.result).toEqual([`${savedTo}:1235: line 1234`]);
    expect(listed?.status).toBe("blocked-on-user");
  });

  it("allows its own session and child sessions to read the output, but not to change it", async () => {
    const runtime = runtimeWith({ tools: [give(lines(20_000))] });
    const savedTo = (await runtime.execute(call("give"))).truncation?.savedTo as string;
    const read = call("Read", { path: savedTo, read_range: [1, 5] });
    const stranger = runtime.session();
    const helper = runtime.session({ parent: runtime.session({ parent: runtime.defaultSession }) });
    expect((await runtime.execute(read, { session: stranger })).status).toBe("blocked-on-user");
    expect((await runtime.execute(read, { session: helper })).status).toBe("done");
    for (const change of [
      call("edit_file", { path: savedTo, old_str: "line 0\n", new_str: "x\n" }),
      call("create_file", { path: savedTo, content: "x" }),
      call("delete_file", { path: savedTo }),
    ]) {
      expect((await runtime.execute(change)).status).toBe("blocked-on-user");
    }
  });

  it("stores the output in memory with a memory backend", async () => {
    const output = lines(20_000);
    const backend = memoryBackend({ files: { "/project/a.txt": "a" } });
    const runtime = runtimeWith({ cwd: "/project", backend, tools: [give(output)] });
    const savedTo = (await runtime.execute(call("give"))).truncation?.savedTo as string;
    expect(savedTo).toMatch(/^\/\.collet\/tool-output\/tool_/);
    const read = await runtime.execute(call("Read", { path: savedTo, read_range: [1, 2] }));
    expect(read.result).toBe("1: line 0\n2: line 1");
    expect((await runtime.execute(call("Grep", { pattern: "line 77$", path: savedTo }))).result).toEqual([
      `${savedTo}:78: line 77`,
    ]);
    expect(Object.keys(backend.snapshot())).toEqual(["/project/a.txt"]);
  });

  it("returns the result with the reason when the output cannot be stored", async () => {
    const stateDirectory = join(folder(), "state");
    writeFileSync(stateDirectory, "");
    const runtime = runtimeWith({ stateDirectory, tools: [give(lines(20_000))] });
    const result = await runtime.execute(call("give"));
    expect(result.status).toBe("done");
    expect(result.truncation).toEqual({
      omittedBytes: expect.any(Number) as number,
      omittedLines: expect.any(Number) as number,
    });
    expect(textOf(result.content)).toContain("line 0\n");
    expect(textOf(result.content)).toMatch(/The full output was not kept: .*state' is not a directory/);
  });

  it("states that nothing is stored if the host disables it", async () => {
    const runtime = runtimeWith({ backend: localBackend({ outputs: false }), tools: [give(lines(20_000))] });
    expect(textOf((await runtime.execute(call("give"))).content)).toContain(
      "The full output was not kept: this runtime has no output store.",
    );
  });

  it("uses the notice of another agent, and of a subagent if the host has one", async () => {
    const runtime = runtimeWith({
      tools: [give(lines(2_500))],
      truncation: OPENCODE_TRUNCATION,
      canDelegate: true,
    });
    const result = await runtime.execute(call("give"));
    expect(textOf(result.content).split("\n").slice(1998)).toEqual([
      "line 1998",
      "line 1999",
      "",
      "...500 lines truncated...",
      "",
      `The tool call succeeded but the output was truncated. Full output saved to: ${result.truncation?.savedTo}`,
      "Let a Task subagent search it with Grep, or Read it with offset/limit, and report back what matters.",
    ]);
  });

  it("stores several parts and JSON one after the other", async () => {
    const parts: ContentPart[] = [
      { type: "text", text: "first" },
      { type: "json", value: { list: lines(20_000).split("\n") } },
      { type: "image", mediaType: "image/png", data: "AAAA" },
      { type: "text", text: "last" },
    ];
    const runtime = runtimeWith({ tools: [give({}, parts)] });
    const result = await runtime.execute(call("give"));
    const kept = readFileSync(result.truncation?.savedTo as string, "utf8").split("\n");
    expect(kept).toEqual(["first", JSON.stringify(parts[1]?.type === "json" && parts[1].value), "last"]);
    expect(result.content.some((part) => part.type === "image")).toBe(true);
  });
});

describe("a failure over the limit", () => {
  it("truncates and stores a long failure like any output", async () => {
    const tool = defineTool({
      ...{ name: "fail", description: "Fails.", kind: "think", inputSchema: z.object({}) },
      execute: (): string => {
        throw new Error("x".repeat(10_000_000));
      },
    });
    const runtime = runtimeWith({ tools: [tool] });
    const result = await runtime.execute(call("fail"));
    expect(result.status).toBe("error");
    expect(result.error?.message.length).toBeLessThan(110_000);
    expect(textOf(result.content)).toBe(result.error?.message);
    expect(statSync(result.truncation?.savedTo as string).size).toBeGreaterThan(10_000_000);
  });

  it.each<[string, () => unknown]>([
    ["a BigInt", () => 10n],
    [
      "a circle",
      () => {
        const circle: Record<string, unknown> = {};
        circle.self = circle;
        return circle;
      },
    ],
    ["a symbol", () => Symbol("x")],
    ["undefined", () => undefined],
    ["a function", () => () => {}],
    ["200 MB", () => "x".repeat(200_000_000)],
  ])(
    "returns one truncated result for an output that is %s, and runs the next call",
    async (_title, make) => {
      const runtime = runtimeWith({ tools: [give(make())] });
      const results = await runtime.executeBatch([call("give"), call("Read", { path: "." })]);
      expect(results.map(({ content }) => textOf(content).length < 110_000)).toEqual([true, true]);
      expect(results[1]?.status).toBe("done");
    },
  );
});

describe("a tool that streams its output into the store", () => {
  const streaming = defineTool({
    name: "stream",
    description: "Streams.",
    kind: "think",
    truncation: false,
    inputSchema: z.object({}),
    async execute(_input, context) {
      const writer = context.outputs.open();
      for (let line = 0; line < 1_000; line += 1) writer.append(new TextEncoder().encode(`key=${line}\n`));
      const stored = await writer.finish();
      if (stored.kept) context.noteTruncation({ omittedBytes: 1, omittedLines: 1, savedTo: stored.path });
      return "key=0";
    },
  });

  it("reports the truncation of the tool itself", async () => {
    const runtime = runtimeWith({ tools: [streaming] });
    const { truncation } = await runtime.execute(call("stream"));
    expect(truncation).toMatchObject({ omittedBytes: 1, omittedLines: 1 });
    expect(readFileSync(truncation?.savedTo as string, "utf8").split("\n")[999]).toBe("key=999");
  });

  it("redacts both the text for the model and the stored output", async () => {
    const redact = (text: string) => text.replace(/key=\d+/g, "key=[redacted]");
    const runtime = runtimeWith({ tools: [streaming], redact });
    const result = await runtime.execute(call("stream"));
    expect([textOf(result.content), result.result]).toEqual(["key=[redacted]", "key=[redacted]"]);
    expect(readFileSync(result.truncation?.savedTo as string, "utf8")).toBe("key=[redacted]\n".repeat(1_000));
  });

  it("returns an error instead of the text when the redaction fails", async () => {
    const runtime = runtimeWith({
      tools: [streaming],
      redact: () => {
        throw new Error("broken");
      },
    });
    const result = await runtime.execute(call("stream"));
    expect(result.status).toBe("error");
    expect(JSON.stringify(result)).not.toContain("key=");
  });
});
