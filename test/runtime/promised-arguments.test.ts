import { describe, expect, it } from "vitest";
import { createToolRuntime as createRuntimeWithTools } from "../../src/index.js";
import { createToolRuntime, defineTool, echoTool, z } from "./fixtures.js";
import { watchProcess } from "./well-formed.js";

const call = { id: "1", name: "echo", input: { text: "x" } };

/** A promise that rejects and that no code of the test has marked as handled. */
function rejecting(): never {
  return Promise.reject(new Error("a host forgot to await this")) as never;
}

/** Takes a value, as a host that ignores the outcome does. */
async function outcomeOf(use: () => unknown): Promise<unknown> {
  try {
    const outcome = await use();
    if (typeof outcome === "object" && outcome !== null && Symbol.asyncIterator in outcome) {
      for await (const _event of outcome as AsyncIterable<unknown>);
    }
    return outcome;
  } catch (thrown) {
    return thrown;
  }
}

const RUN_OPTIONS = [
  "signal",
  "session",
  "within",
  "onReject",
  "traceContext",
  "confinement",
  "onApproval",
  "onTimeline",
];

describe("a runtime that gets a promise that rejects", () => {
  const runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });

  it.each(RUN_OPTIONS)("refuses the run option %s in every method by name", async (name) => {
    const watched = watchProcess();
    const options = () => ({ [name]: rejecting() });
    for (const use of [
      () => runtime.execute(call, options()),
      () => runtime.executeBatch([call], options()),
      () => runtime.stream([call], options()),
      () => runtime.plan([call], options()),
      () => runtime.explain(call, options()),
      () => runtime.resume([], {}, options()),
      () => runtime.invoke("echo" as never, { text: "x" } as never, options()),
    ]) {
      const refused = await outcomeOf(use);
      expect(refused).toBeInstanceOf(TypeError);
      expect((refused as Error).message).toMatch(
        new RegExp(`^The options of (a run|explain\\(\\)) have a promise in '${name}'\\. Await it first\\.$`),
      );
    }
    await watched.none();
  });

  it("handles a promise in the second argument although the first one is refused", async () => {
    const watched = watchProcess();
    for (const use of [
      () => runtime.executeBatch(5 as never, rejecting()),
      () => runtime.stream(5 as never, rejecting()),
      () => runtime.plan(5 as never, rejecting()),
      () => runtime.resume(5 as never, rejecting(), rejecting()),
      () => runtime.exportSession(5 as never, rejecting()),
      () => runtime.importSession(5 as never, rejecting()),
      () => runtime.discover(5 as never, rejecting()),
      () => runtime.on(5 as never),
    ]) {
      expect(await outcomeOf(use)).toBeInstanceOf(Error);
    }
    await watched.none();
  });

  it("refuses a promise as all options of a method", async () => {
    const watched = watchProcess();
    for (const use of [
      () => runtime.execute(call, rejecting()),
      () => runtime.executeBatch([call], rejecting()),
      () => runtime.stream([call], rejecting()),
      () => runtime.plan([call], rejecting()),
      () => runtime.explain(call, rejecting()),
      () => runtime.resume([], {}, rejecting()),
      () => runtime.tools(undefined, rejecting()),
      () => runtime.session(rejecting()),
      () => runtime.exportSession(runtime.defaultSession, rejecting()),
      () => runtime.importSession({}, rejecting()),
      () => runtime.discover("tools", rejecting()),
    ]) {
      const refused = await outcomeOf(use);
      expect((refused as Error).message).toMatch(/must be an object, but got a promise\.$/);
    }
    await watched.none();
  });

  it("refuses an option of a session or a discovery by name", async () => {
    const watched = watchProcess();
    for (const name of ["id", "cwd", "parent", "mode", "rules", "tools"]) {
      const refused = await outcomeOf(() => runtime.session({ [name]: rejecting() }));
      expect((refused as Error).message).toContain(`a promise in '${name}'`);
    }
    const refused = await outcomeOf(() => runtime.discover("tools", { signal: rejecting() }));
    expect((refused as Error).message).toContain("a promise in 'signal'");
    await watched.none();
  });

  it("returns an error or a result for an argument, without an unhandled rejection", async () => {
    const watched = watchProcess();
    for (const use of [
      () => runtime.execute(rejecting()),
      () => runtime.execute({ ...call, id: rejecting() }),
      () => runtime.execute({ ...call, name: rejecting() }),
      () => runtime.execute({ ...call, input: rejecting() }),
      () => runtime.executeBatch(rejecting()),
      () => runtime.executeBatch([rejecting(), call]),
      () => runtime.stream(rejecting()),
      () => runtime.plan(rejecting()),
      () => runtime.explain(rejecting()),
      () => runtime.invoke(rejecting(), {} as never),
      () => runtime.invoke("echo" as never, rejecting()),
      () => runtime.resume(rejecting(), {}),
      () => runtime.resume([], rejecting()),
      () => runtime.resume([rejecting()], {}),
      () => runtime.tools(rejecting()),
      () => runtime.session({ parent: rejecting() }),
      () => runtime.exportSession(rejecting()),
      () => runtime.importSession(rejecting()),
      () => runtime.cancel(rejecting()),
      () => runtime.on(rejecting()),
      () => runtime.discover(rejecting()),
    ]) {
      await outcomeOf(use);
    }
    await watched.none();
  });

  it.each([
    "onApproval",
    "onEvent",
    "ids",
    "redact",
    "clock",
    "executor",
    "approvals",
    "webSearch",
    "threads",
    "tools",
    "middleware",
    "plugins",
    "sessionStates",
  ])("refuses the option %s of a runtime by name", async (name) => {
    const watched = watchProcess();
    const refused = await outcomeOf(() => createToolRuntime({ [name]: rejecting() }));
    expect((refused as Error).message).toMatch(new RegExp(`^${name} must be .*a promise`));
    await watched.none();
  });

  it.each([
    "cwd",
    "roots",
    "toolset",
    "model",
    "staleness",
    "shell",
    "languageServers",
    "backend",
    "permissions",
  ])("refuses the option %s of a runtime with built-in tools by name", async (name) => {
    const watched = watchProcess();
    const refused = await outcomeOf(() => createRuntimeWithTools({ [name]: rejecting() }));
    expect((refused as Error).message).toMatch(new RegExp(`^${name} must be .*a promise`));
    await watched.none();
  });
});

describe("values that should be objects", () => {
  const LONG = "x".repeat(1_000_000);
  const BYTES = new Uint8Array(1_000_000);

  it.each<[string, (context: Parameters<typeof probe.execute>[1], value: never) => unknown]>([
    ["note", (context, value) => context.note(value)],
    ["ask", (context, value) => context.ask(value)],
    ["noteTruncation", (context, value) => context.noteTruncation(value)],
  ])("a long text or bytes passed to %s are refused without reading them", async (name, use) => {
    for (const [value, shown] of [
      [LONG, "the string"],
      [BYTES, "an object"],
      [[LONG], "a list"],
    ] as const) {
      const tool = { ...probe, execute: (_input: object, context: never) => use(context, value as never) };
      const runtime = createToolRuntime({ tools: [defineTool(tool as never)], permissions: "allow-all" });
      const result = await runtime.execute({ id: "1", name: "probe", input: {} });
      expect(result).toMatchObject({ status: "error", error: { message: expect.stringContaining(shown) } });
      expect(result.error?.message).toContain("The tool 'probe' failed");
      expect(result.error?.message).toMatch(
        name === "noteTruncation" ? /truncation/ : new RegExp(`${name}\\(\\)`),
      );
    }
  });

  it("bytes and lists passed as options are refused", async () => {
    const runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    for (const value of [LONG, BYTES, [LONG]]) {
      expect(await outcomeOf(() => runtime.execute(call, value as never))).toBeInstanceOf(TypeError);
      expect(await outcomeOf(() => runtime.session(value as never))).toBeInstanceOf(TypeError);
      expect(await outcomeOf(() => runtime.importSession(value))).toMatchObject({ code: "invalid-input" });
    }
  });

  it("notes accumulate, and the last value of a name is used", async () => {
    const tool = defineTool({
      ...probe,
      execute: (_input, context) => {
        context.note({ a: 1, b: 1 });
        context.note({ b: 2, ["__proto__"]: { c: 3 } });
        return "ok";
      },
    });
    const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
    const { metadata } = await runtime.execute({ id: "1", name: "probe", input: {} });
    expect(metadata).toEqual({ a: 1, b: 2, ["__proto__"]: { c: 3 } });
  });
});

const probe = {
  name: "probe",
  description: "Uses its context.",
  kind: "think" as const,
  inputSchema: z.object({}),
  execute: (_input: object, _context: import("../../src/contract/index.js").ToolContext): unknown => "ok",
};
