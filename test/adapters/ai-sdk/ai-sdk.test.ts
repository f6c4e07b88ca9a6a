import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, jsonSchema, tool as sdkTool, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import {
  fromToolSet,
  parseToolCalls,
  type ToolWarning,
  toModelOutput,
  toToolResults,
  toToolSet,
  toTools,
} from "../../../src/adapters/ai-sdk/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { done, failed, image, PNG, pdf, text, zip } from "../sample-results.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-ai-sdk-")));
});
beforeEach(() => writeFile(join(cwd, "a.txt"), "one\ntwo\n"));
afterAll(() => rm(cwd, { recursive: true, force: true }));

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes calls in its first turn and ends in its second one. */
function model(...calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]) {
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      turn += 1;
      if (turn > 1) {
        return {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
      }
      const content = calls.map(({ id, name, input }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
      }));
      return { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
    },
  });
}

const edit = (id: string, from: string, to: string) => ({
  id,
  name: "edit_file",
  input: JSON.stringify({ path: join(cwd, "a.txt"), old_str: from, new_str: to }),
});

describe("toToolSet", () => {
  it("runs the calls of the SDK's own loop through the runtime, those of one step in their order", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const language = model(edit("1", "one", "1"), edit("2", "1\ntwo", "1\n2"), {
      id: "3",
      name: "Read",
      input: JSON.stringify({ path: join(cwd, "a.txt") }),
    });
    const { text: said, steps } = await generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen: stepCountIs(3),
    });
    expect(said).toBe("Done.");
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("1\n2\n");
    expect(steps[0]?.toolResults).toHaveLength(3);
    const [, second] = language.doGenerateCalls;
    expect(JSON.stringify(second?.prompt.at(-1))).toContain("1: 1\\n2: 2");
  });

  it("shows a model each schema as it is, open objects open", async () => {
    await using runtime = createToolRuntime({ cwd });
    const language = model();
    await generateText({ model: language, prompt: "Go.", tools: toToolSet(runtime) });
    const sent = language.doGenerateCalls[0]?.tools?.map((entry) =>
      entry.type === "function" ? entry.inputSchema : {},
    );
    expect(sent).toEqual(runtime.tools().map(({ inputSchema }) => inputSchema));
  });

  it("answers what is wrong with a call, or not allowed, in words", async () => {
    await using runtime = createToolRuntime({
      cwd,
      onApproval: () => ({ approved: false, reason: "Not today." }),
    });
    const language = model({ id: "1", name: "Read", input: '{"file":7}' }, edit("2", "one", "1"));
    await generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen: stepCountIs(2),
    });
    const answer = language.doGenerateCalls[1]?.prompt.at(-1);
    expect(answer?.content).toMatchObject([
      { output: { type: "error-text", value: expect.stringContaining("missing: path") } },
      { output: { type: "execution-denied", reason: expect.stringContaining("Not today.") } },
    ]);
  });

  it("passes the SDK's signal on", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const { Read } = toToolSet(runtime);
    const result = await Read?.execute(
      { path: join(cwd, "a.txt") },
      { toolCallId: "1", abortSignal: AbortSignal.abort() },
    );
    expect(result?.status).toBe("cancelled");
  });

  it("keeps two conversations apart that use the same ids at the same time", async () => {
    await using runtime = createToolRuntime({ cwd });
    const { Read, glob } = toToolSet(runtime);
    const results = await Promise.all([
      Read?.execute({ path: join(cwd, "a.txt") }, { toolCallId: "call_0" }),
      glob?.execute({ filePattern: "*.txt" }, { toolCallId: "call_0" }),
    ]);
    expect(results.map((result) => result?.status)).toEqual(["done", "done"]);
  });
});

describe("toTools, parseToolCalls and toToolResults", () => {
  it("make a loop of the host's own", async () => {
    await using runtime = createToolRuntime({ cwd });
    const tools = toTools(runtime.tools());
    const read = { id: "1", name: "Read", input: JSON.stringify({ path: join(cwd, "a.txt") }) };
    const language = model(
      read,
      { id: "2", name: "Read", input: '{"path":' },
      { id: "3", name: "Nope", input: "{}" },
    );
    const messages = [{ role: "user" as const, content: "Go." }];
    const reply = await generateText({ model: language, messages, tools });
    const results = await runtime.executeBatch(parseToolCalls(reply, { tools: runtime.tools() }));
    expect(results.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
      "1 done",
      "2 error",
      "3 error",
    ]);
    const assistant = reply.response.messages.filter(({ role }) => role === "assistant");
    const next = await generateText({
      model: language,
      messages: [...messages, ...assistant, toToolResults(results)],
      tools,
    });
    expect(next.text).toBe("Done.");
  });

  it("pass over calls that a provider ran itself", () => {
    const part = { type: "tool-call", toolCallId: "1", toolName: "web", input: {} };
    const executed = { ...part, providerExecuted: true };
    expect(parseToolCalls([executed, { type: "text" }, part])).toHaveLength(1);
    expect(parseToolCalls({ role: "assistant", content: [part] })).toHaveLength(1);
    expect(parseToolCalls({ role: "assistant", content: "Done." })).toEqual([]);
  });
});

describe("toModelOutput", () => {
  it.each([
    ["text", done("a", text("one")), { type: "text", value: "one" }],
    ["JSON", done("a", { type: "json", value: [1] }), { type: "json", value: [1] }],
    ["nothing", done("a"), { type: "text", value: "(no output)" }],
    ["an error", failed("a", "error", "Nope."), { type: "error-text", value: "Nope." }],
    [
      "text with an image, a file and something else",
      done("a", text("see"), image, pdf, zip),
      {
        type: "content",
        value: [
          { type: "text", text: "see" },
          { type: "image-data", data: PNG, mediaType: "image/png" },
          { type: "file-data", data: expect.any(String), mediaType: "application/pdf", filename: "plan.pdf" },
          { type: "text", text: expect.stringContaining("omitted") },
        ],
      },
    ],
  ])("says %s", (_what, result, output) => {
    expect(toModelOutput(result)).toEqual(output);
  });
});

describe("fromToolSet", () => {
  const weather = sdkTool({
    description: "Tells the weather.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => ({ city, degrees: 21 }),
  });

  it("takes tools into a runtime, with their schema, their output and the call's signal", async () => {
    const seen: unknown[] = [];
    const tools = fromToolSet({
      weather,
      raw: sdkTool({
        inputSchema: jsonSchema<{ n: number }>({
          type: "object",
          properties: { n: { type: "number" } },
          required: ["n"],
        }),
        execute: (input, { toolCallId, abortSignal }) => {
          seen.push(toolCallId, abortSignal?.aborted);
          return input.n + 1;
        },
      }),
    });
    await using runtime = createToolRuntime({ cwd, toolset: "none", tools, permissions: "allow-all" });
    const [sunny, wrong, raw] = await runtime.executeBatch([
      { id: "1", name: "weather", input: { city: "Bern" } },
      { id: "2", name: "weather", input: { city: 7, x: 1 } },
      { id: "3", name: "raw", input: { n: 1 } },
    ]);
    expect(sunny).toMatchObject({ status: "done", result: { city: "Bern", degrees: 21 } });
    expect(wrong?.error?.errorCode).toBe("invalid-input");
    expect(raw).toMatchObject({ status: "done", result: 2 });
    expect(seen).toEqual(["3", false]);
  });

  it("takes the last of a stream of outputs, and what toModelOutput makes of it", async () => {
    const progress: unknown[] = [];
    const counting = sdkTool({
      inputSchema: z.object({}),
      async *execute() {
        yield "one";
        yield "two";
      },
      toModelOutput: ({ output }) => ({ type: "text", value: `counted to ${String(output)}` }),
    });
    await using runtime = createToolRuntime({
      cwd,
      tools: fromToolSet({ counting }),
      permissions: "allow-all",
      onEvent: (event) => event.type === "tool-progress" && progress.push(event),
    });
    const result = await runtime.execute({ id: "1", name: "counting", input: {} });
    expect(result).toMatchObject({ result: "two", content: [{ type: "text", text: "counted to two" }] });
    expect(progress.length).toBeGreaterThan(0);
  });

  it("makes an error of an error output, and of what a tool throws", async () => {
    const tools = fromToolSet({
      refusing: sdkTool({
        inputSchema: z.object({}),
        execute: () => 1,
        toModelOutput: () => ({ type: "error-text", value: "Out of order." }),
      }),
      throwing: sdkTool({
        inputSchema: z.object({}),
        execute: (): number => {
          throw new Error("Broken.");
        },
      }),
    });
    await using runtime = createToolRuntime({ cwd, tools, permissions: "allow-all" });
    const results = await runtime.executeBatch([
      { id: "1", name: "refusing", input: {} },
      { id: "2", name: "throwing", input: {} },
    ]);
    expect(results.map(({ error }) => error?.message)).toEqual([
      "Out of order.",
      expect.stringContaining("Broken."),
    ]);
  });

  it("asks about calls by default, and lets the host say more", async () => {
    await using asking = createToolRuntime({ cwd, tools: fromToolSet({ weather }) });
    const call = { id: "1", name: "weather", input: { city: "Bern" } };
    expect((await asking.execute(call)).status).toBe("blocked-on-user");
    const tools = fromToolSet({ weather }, { details: () => ({ kind: "read", executionProfile: {} }) });
    await using knowing = createToolRuntime({ cwd, tools });
    expect((await knowing.execute(call)).status).toBe("done");
  });

  it("reads a description that is a function, and files as version 7 sends them", async () => {
    const tools = fromToolSet({
      camera: {
        description: ({ context }: { readonly context: object }) =>
          `Takes a photo of ${Object.keys(context).length}.`,
        inputSchema: z.object({}),
        execute: () => 1,
        toModelOutput: () => ({
          type: "content",
          value: [{ type: "file", mediaType: "image/png", data: { type: "data", data: PNG } }],
        }),
      },
    });
    expect(tools[0]?.description).toBe("Takes a photo of 0.");
    await using runtime = createToolRuntime({ cwd, tools, permissions: "allow-all" });
    const { content } = await runtime.execute({ id: "1", name: "camera", input: {} });
    expect(content).toEqual([{ type: "image", mediaType: "image/png", data: PNG }]);
  });

  it("sends images as parts of version 7 on request", () => {
    const result = done("a", image);
    const part = { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } };
    expect(toModelOutput(result, { sdk: 7 })).toEqual({ type: "content", value: [part] });
    expect(toToolResults([result], { sdk: 7 }).content[0]?.output).toEqual({
      type: "content",
      value: [part],
    });
  });

  it("renames, and leaves out what it cannot run, with a warning that names the tool", () => {
    const warnings: ToolWarning[] = [];
    const { execute: _, ...client } = weather;
    const tools = fromToolSet(
      {
        "my weather": weather,
        client,
        later: { inputSchema: { jsonSchema: Promise.resolve({}), validate: undefined }, execute: () => 1 },
        text: { inputSchema: z.string(), execute: () => 1 },
        good: weather,
      },
      { onWarning: (warning) => warnings.push(warning) },
    );
    expect(tools.map(({ name }) => name)).toEqual([expect.stringMatching(/^my_weather_/), "good"]);
    expect(warnings.map(({ type, toolName }) => `${type} ${toolName}`)).toEqual([
      "tool-renamed my weather",
      "tool-skipped client",
      "tool-skipped later",
      "tool-skipped text",
    ]);
  });
});
