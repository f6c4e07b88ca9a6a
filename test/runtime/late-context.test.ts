import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { ToolContext } from "../../src/core.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { watchProcess } from "./well-formed.js";

/** The services of the context with their methods that return a promise or a sequence. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  files: [
    "locate",
    "isExcluded",
    "readLines",
    "readBytes",
    "readHead",
    "readText",
    "previewText",
    "list",
    "updateText",
    "writeText",
    "discoverGuidance",
  ],
  shell: ["run", "runProgram"],
  search: ["files", "text", "count"],
  "web.pages": ["read"],
  "web.search": ["search"],
  subagents: ["run"],
  threads: ["append", "read", "find"],
  repositories: ["fetch"],
  diagnostics: ["current"],
};

const USES = Object.entries(SERVICES).flatMap(([service, methods]) =>
  methods.map((method) => [service, method] as const),
);

const OPTIONS = { backend: memoryBackend({ files: { "/w/a.txt": "a" } }), cwd: "/w" };

function member(context: ToolContext, path: string): Readonly<Record<string, unknown>> {
  return path.split(".").reduce<unknown>((value, key) => Reflect.get(value as object, key), context) as never;
}

/** Returns the context of a call that has ended, and a service that the tool took from it while it ran. */
async function keep(options: NonNullable<Parameters<typeof createToolRuntime>[0]>, service = "files") {
  const kept: { context?: ToolContext; service?: Readonly<Record<string, unknown>> } = {};
  const tool = defineTool({
    name: "keeper",
    description: "Keeps its context.",
    inputSchema: z.object({}),
    execute: (_input, context) => {
      kept.context = context;
      try {
        kept.service = member(context, service);
      } catch {
        // The runtime has no such service.
      }
      return "kept";
    },
  });
  await using runtime = createToolRuntime({ ...options, tools: [tool], permissions: "allow-all" });
  const result = await runtime.execute({ id: "1", name: "keeper", input: {} });
  expect(result.status).toBe("done");
  return { context: kept.context as ToolContext, service: kept.service, result };
}

/** Uses a method; a synchronous exception fails the test. Of a sequence, the first step counts. */
async function use(service: Readonly<Record<string, unknown>>, method: string): Promise<unknown> {
  const value = (service[method] as (...parameters: unknown[]) => unknown)("a.txt", {});
  expect(value).toBeInstanceOf(Promise);
  expect(typeof (value as AsyncIterable<unknown>)[Symbol.asyncIterator]).toBe("function");
  return value;
}

describe("the context of a call that has ended", () => {
  it.each(USES)("rejects %s.%s, whether the runtime has the service or not", async (service, method) => {
    for (const options of [OPTIONS, {}]) {
      const { context } = await keep(options, service);
      await expect(use(member(context, service), method)).rejects.toMatchObject({ code: "cancelled" });
    }
  });

  it.each(USES)("rejects %s.%s of a service that the tool took in time", async (service, method) => {
    const kept = await keep(OPTIONS, service);
    if (kept.service === undefined) return;
    await expect(use(kept.service, method)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("rejects a question, and does not ask the approver", async () => {
    let questions = 0;
    const onApproval = () => {
      questions += 1;
      return true;
    };
    const { context } = await keep({ ...OPTIONS, onApproval });
    // Without `await`, as in a timer: the rejection counts as handled.
    void context.ask({ reason: "Late?" });
    await expect(context.ask({ reason: "Late?" })).rejects.toMatchObject({ code: "cancelled" });
    expect(questions).toBe(0);
  });

  it("stores no output", async () => {
    const { context } = await keep(OPTIONS);
    const writer = context.outputs.open();
    writer.append(new Uint8Array([1]));
    expect(await writer.finish()).toEqual({ kept: false, reason: "its call has ended" });
  });

  it("handles the failure of an operation that the tool did not wait for", async () => {
    const watched = watchProcess();
    const tool = defineTool({
      name: "hasty",
      description: "Does not wait.",
      inputSchema: z.object({}),
      execute: (_input, context) => {
        void context.files.readText("missing.txt");
        return "done";
      },
    });
    await using runtime = createToolRuntime({ ...OPTIONS, tools: [tool], permissions: "allow-all" });
    expect(await runtime.execute({ id: "1", name: "hasty", input: {} })).toMatchObject({ status: "done" });
    await watched.none();
  });

  it("ignores progress, notes, logs and truncation, even invalid ones", async () => {
    const { context, result } = await keep(OPTIONS);
    const invalid = [{ message: "late" }, undefined, 7, Promise.reject(new Error("late"))] as never[];
    for (const value of invalid) {
      for (const tell of ["progress", "note", "noteTruncation", "log"] as const) context[tell](value);
    }
    expect(result.metadata).toBeUndefined();
  });

  it("keeps its values", async () => {
    const { context } = await keep(OPTIONS);
    expect(context).toMatchObject({ callId: "1", toolName: "keeper", cwd: "/w", agent: "main", extra: {} });
    expect(context.signal).toBeInstanceOf(AbortSignal);
    expect(context.offers("Read")).toBe(false);
  });

  it("covers every member of the context", async () => {
    const { context } = await keep(OPTIONS);
    const known = ["callId", "toolName", "cwd", "session", "syntax", "textThreads", "edits", "web"];
    const others = [
      "offers",
      "messageId",
      "agent",
      "extra",
      "resumed",
      "traceContext",
      "notes",
      "truncation",
      "trackFiles",
      "signal",
      "outputs",
      "progress",
      "ask",
      "changed",
      "onStop",
      "note",
      "noteTruncation",
      "log",
      "listens",
      "stopped",
      "stop",
      "end",
      "drained",
    ];
    const members = [...Object.keys(context), ...Object.getOwnPropertyNames(Object.getPrototypeOf(context))];
    const services = Object.keys(SERVICES).map((path) => path.split(".")[0] as string);
    const listed = new Set([...known, ...others, ...services, "constructor"]);
    expect(members.filter((name) => !listed.has(name))).toEqual([]);
  });
});
