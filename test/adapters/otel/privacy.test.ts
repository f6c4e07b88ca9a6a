import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenTelemetryOptions, openTelemetry } from "../../../src/adapters/otel/index.js";
import {
  createToolRuntime,
  defineTool,
  jsonSchema,
  type RuntimeOptions,
  ToolError,
} from "../../../src/index.js";
import { recordersOf, recordTelemetry, type Telemetry, useContextManager } from "./telemetry.js";

useContextManager();

const CANARY = "c4n4ry";
let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), `collet-${CANARY}-`)));
  await writeFile(join(cwd, `${CANARY}.txt`), `${CANARY}\n${"x".repeat(100)}\n`);
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

/** A tool through which a canary can get out in every way there is. */
const leaky = defineTool({
  name: "leaky",
  description: "Says what it was told, everywhere.",
  kind: "other",
  inputSchema: jsonSchema<{ text: string; fails?: boolean }>({
    type: "object",
    properties: { text: { type: "string" }, fails: { type: "boolean" } },
    required: ["text"],
  }),
  executionProfile: { resourceKeys: ({ text }) => [{ key: text, mode: "write" }] },
  execute: async ({ text, fails }, context) => {
    context.progress({ message: text, output: text });
    context.note({ text });
    context.log(text);
    await context.ask({ reason: text, command: `echo ${text}` });
    if (fails) throw new ToolError(text, { code: text, absolutePath: `/${text}`, cause: new Error(text) });
    return { text };
  },
});

async function leak(options: OpenTelemetryOptions = {}, runtimeOptions: RuntimeOptions = {}) {
  const telemetry = recordTelemetry();
  await using runtime = createToolRuntime({
    cwd,
    tools: [leaky],
    permissions: {
      preset: "allow-all",
      rules: [
        { path: `${cwd}/${CANARY}.txt`, verdict: "allow", reason: CANARY },
        { tool: "leaky", verdict: "ask", reason: CANARY },
      ],
    },
    onApproval: async () => ({ approved: true, reason: CANARY }) as never,
    ...runtimeOptions,
    plugins: [openTelemetry({ ...recordersOf(telemetry), ...options })],
  });
  const file = `${CANARY}.txt`;
  const results = await runtime.executeBatch([
    { id: "read", name: "Read", input: { path: file } },
    { id: "edit", name: "edit_file", input: { path: file, old_str: CANARY, new_str: `${CANARY}2` } },
    { id: "missing", name: "Read", input: { path: `${CANARY}/nothing` } },
    { id: "shell", name: "Bash", input: { cmd: `echo ${CANARY}` } },
    { id: "leaky", name: "leaky", input: { text: `${CANARY} said` } },
    { id: "failing", name: "leaky", input: { text: `${CANARY} failed`, fails: true } },
    { id: "invalid", name: "leaky", input: { [CANARY]: CANARY } },
    { id: "unknown", name: `tool_${CANARY}`, input: { [CANARY]: CANARY } },
  ]);
  return { telemetry, results };
}

const everything = async (telemetry: Telemetry): Promise<string> => {
  const told = telemetry
    .spans()
    .map(({ name, attributes, events, links, status, resource, spanContext }: ReadableSpan) => ({
      name,
      attributes,
      events,
      links,
      status,
      resource: resource.attributes,
      context: spanContext,
    }));
  const metrics = [
    "gen_ai.execute_tool.duration",
    "collet.tool.calls",
    "collet.tool.conflict_wait",
    "collet.approvals",
  ];
  return JSON.stringify([told, await Promise.all(metrics.map((name) => telemetry.points(name)))]);
};

describe("by default", () => {
  it("inputs, outputs, paths, commands, rules and messages are not exported", async () => {
    const { telemetry, results } = await leak();
    // What is to be kept back was there, in every result.
    for (const result of results) expect(JSON.stringify(result)).toContain(CANARY);
    expect(telemetry.spans()).toHaveLength(results.length + 1);
    expect(await everything(telemetry)).not.toContain(CANARY);
    expect(telemetry.spans().flatMap(({ events }) => events.map(({ name }) => name))).toContain(
      "collet.approval.answered",
    );
  });
});

describe("on request", () => {
  it("inputs are exported, outputs are not", async () => {
    const { telemetry } = await leak({ recordInputs: true });
    expect(telemetry.call("leaky").attributes["gen_ai.tool.call.arguments"]).toBe(
      `{"text":"${CANARY} said"}`,
    );
    expect(telemetry.call("unknown").attributes).toMatchObject({
      "collet.tool.requested_name": `tool_${CANARY}`,
      "gen_ai.tool.name": "_OTHER",
    });
    for (const span of telemetry.spans())
      expect(span.attributes).not.toHaveProperty("gen_ai.tool.call.result");
  });

  it("outputs are exported as the model reads them, inputs are not", async () => {
    const { telemetry, results } = await leak({ recordOutputs: true });
    const [part] = results[2]?.content ?? [];
    expect(telemetry.call("missing").attributes["gen_ai.tool.call.result"]).toBe(
      part?.type === "text" && part.text,
    );
    expect(telemetry.call("read").attributes["gen_ai.tool.call.result"]).toContain(CANARY);
    for (const span of telemetry.spans())
      expect(span.attributes).not.toHaveProperty("gen_ai.tool.call.arguments");
  });

  it("they are redacted by the runtime's own function, names of tools that are not there included", async () => {
    const { telemetry } = await leak(
      { recordInputs: true, recordOutputs: true },
      { redact: (text) => text.replaceAll(CANARY, "[gone]") },
    );
    expect(telemetry.call("leaky").attributes["gen_ai.tool.call.arguments"]).toBe('{"text":"[gone] said"}');
    expect(telemetry.call("invalid").attributes["gen_ai.tool.call.result"]).toContain("[gone]");
    expect(await everything(telemetry)).not.toContain(CANARY);
  });

  it("they are redacted before they are truncated, so that no half of a secret is exported", async () => {
    const { telemetry } = await leak(
      { recordInputs: true, maxRecordedLength: 12 },
      { redact: (text) => text.replaceAll(CANARY, "[gone]") },
    );
    expect(telemetry.call("leaky").attributes["gen_ai.tool.call.arguments"]).toBe('{"text":"[g…');
    expect(await everything(telemetry)).not.toContain(CANARY.slice(0, 3));
  });

  it("omits contents when the runtime's redact fails", async () => {
    const { telemetry } = await leak(
      { recordInputs: true, recordOutputs: true },
      {
        redact: (text) => {
          if (text.includes(CANARY)) throw new Error(CANARY);
          return text;
        },
      },
    );
    expect(telemetry.call("leaky").attributes).not.toHaveProperty("gen_ai.tool.call.arguments");
    expect(telemetry.call("unknown").attributes).not.toHaveProperty("collet.tool.requested_name");
    expect(await everything(telemetry)).not.toContain(CANARY);
  });

  it("content of megabytes is replaced by its length", async () => {
    const telemetry = recordTelemetry();
    const redacted: number[] = [];
    await using runtime = createToolRuntime({
      cwd,
      tools: [leaky],
      permissions: "allow-all",
      redact: (text) => {
        redacted.push(text.length);
        return text;
      },
      plugins: [openTelemetry({ ...recordersOf(telemetry), recordInputs: true })],
    });
    await runtime.execute({ id: "big", name: "leaky", input: { text: "x".repeat(2_000_000), fails: true } });
    expect(telemetry.call("big").attributes["gen_ai.tool.call.arguments"]).toBe("[2000024 characters]");
  });

  it("omits values that JSON cannot represent, and redacts dates as text", async () => {
    const telemetry = recordTelemetry();
    const odd = defineTool({
      name: "odd",
      description: "Takes odd things.",
      kind: "think",
      inputSchema: jsonSchema<Record<string, unknown>>({ type: "object" }),
      preprocessArgs: (input) => ({ ...input, ...(input.big ? { big: 1n } : { at: new Date(0) }) }),
      execute: () => "done",
    });
    await using runtime = createToolRuntime({
      cwd,
      tools: [odd],
      permissions: "allow-all",
      redact: (text) => text.replaceAll("1970", "[year]"),
      plugins: [openTelemetry({ ...recordersOf(telemetry), recordInputs: true })],
    });
    await runtime.executeBatch([
      { id: "big", name: "odd", input: { big: true } },
      { id: "date", name: "odd", input: {} },
    ]);
    expect(telemetry.call("big").attributes).not.toHaveProperty("gen_ai.tool.call.arguments");
    expect(telemetry.call("date").attributes["gen_ai.tool.call.arguments"]).toBe(
      '{"at":"[year]-01-01T00:00:00.000Z"}',
    );
  });

  it("an input that the approver changed is exported as it ran", async () => {
    const { telemetry } = await leak(
      { recordInputs: true },
      {
        onApproval: ({ toolName }) => ({
          approved: true,
          ...(toolName === "leaky" && { input: { text: "mine" } }),
        }),
      },
    );
    expect(telemetry.call("leaky").attributes["gen_ai.tool.call.arguments"]).toBe('{"text":"mine"}');
  });
});
