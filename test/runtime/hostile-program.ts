// A host in a separate process whose every function misbehaves: one unhandled rejection would end it with an exit
// code other than 0. With the argument `control` it causes such a rejection on purpose.
import { connectMcp } from "../../src/adapters/mcp/index.js";
import { openTelemetry } from "../../src/adapters/otel/index.js";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { runAgent, type ToolContext } from "../../src/core.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { RETURNED, THROWN } from "./hostile-values.js";

const callsOf = (odd: string) =>
  ["1", "2"].map((id) => ({ id, name: id === "1" ? odd : "plain", input: { text: id } }));
const calls = callsOf("odd");

const plain = defineTool({
  name: "plain",
  description: "Behaves well.",
  kind: "think",
  inputSchema: z.object({ text: z.string() }),
  executionProfile: { resourceKeys: () => [] },
  execute: ({ text }) => text,
});

type Misbehaviour = () => never;

function oddTool(parts: object) {
  return defineTool({
    name: "odd",
    description: "Misbehaves.",
    kind: "think",
    inputSchema: z.object({ text: z.string() }),
    executionProfile: { resourceKeys: () => [] },
    execute: ({ text }: { readonly text: string }) => text,
    ...parts,
  });
}

/** The hostile parts of a tool, by misbehaviour. */
const tools: ((misbehave: Misbehaviour) => object)[] = [
  (execute) => ({ execute }),
  (facts) => ({ facts }),
  (preprocessArgs) => ({ preprocessArgs }),
  (render) => ({ render }),
  (preview) => ({ preview }),
  (resourceKeys) => ({ executionProfile: { resourceKeys } }),
  (misbehave) => ({ execute: () => ({ inner: [misbehave()] }), render: () => "rendered" }),
  (misbehave) => ({
    execute: (_input: unknown, { note, progress, log }: ToolContext) => {
      for (const take of [note, progress, log] as ((value: unknown) => void)[]) take({ inner: misbehave() });
    },
  }),
  (misbehave) => ({
    execute: (_input: unknown, { signal, ...context }: ToolContext) => {
      signal.addEventListener("abort", misbehave);
      void context.ask?.(undefined as never);
      setImmediate(() => void context.files?.readText("late"));
      return "done";
    },
  }),
];

/** The hostile options of a runtime, by misbehaviour. */
const options: ((misbehave: Misbehaviour) => object)[] = [
  (misbehave) => ({ middleware: [misbehave] }),
  (misbehave) => {
    const afterwards = (_call: unknown, next: () => unknown) => {
      void next();
      return misbehave();
    };
    return { middleware: [afterwards] };
  },
  (run) => ({ executor: { run } }),
  (redact) => ({ redact }),
  (onEvent) => ({ onEvent }),
  (now) => ({ clock: { now, setTimeout: now, clearTimeout: now } }),
  (onApproval) => ({ onApproval, permissions: [{ tool: "odd", verdict: "ask" }] }),
  (onRun) => ({ plugins: [({ observe }: { observe(observer: object): void }) => observe({ onRun })] }),
  (run) => ({ plugins: [run] }),
  (part) => ({ sessionStates: [{ name: "part", export: part, import: part }] }),
  (misbehave) => ({
    middleware: [
      async (_call: unknown, next: () => Promise<object>) => ({
        ...(await next()),
        metadata: { inner: misbehave() },
      }),
    ],
  }),
  (misbehave) => ({ plugins: [openTelemetry({ tracer: tracerOf(misbehave), meter: meterOf(misbehave) })] }),
  (answer) => {
    const diagnostics = { afterChange: answer, current: answer, afterRead: answer };
    return { backend: { ...memoryBackend(), diagnostics } as never };
  },
];

/** A tracer whose spans misbehave. */
function tracerOf(misbehave: Misbehaviour): never {
  const valid = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
  const names = ["setAttribute", "setAttributes", "addEvent", "addLink", "setStatus", "end"];
  const functions = Object.fromEntries(names.map((name) => [name, misbehave]));
  const span = { ...functions, isRecording: () => true, spanContext: () => valid };
  return { startSpan: () => span } as never;
}

/** A meter whose instruments misbehave. */
function meterOf(misbehave: Misbehaviour): never {
  const instrument = () => ({ add: misbehave, record: misbehave });
  return {
    createCounter: instrument,
    createHistogram: instrument,
    createUpDownCounter: instrument,
  } as never;
}

/** A client of a server for tools whose calls misbehave. */
function clientOf(misbehave: Misbehaviour): never {
  return {
    listTools: async () => ({ tools: [{ name: "a", inputSchema: { type: "object" } }] }),
    callTool: misbehave,
    ping: misbehave,
    close: misbehave,
    getServerCapabilities: misbehave,
    getServerVersion: misbehave,
    setNotificationHandler() {},
  } as never;
}

/** The hostile options of one run, by misbehaviour. */
const runOptions: ((misbehave: Misbehaviour) => object)[] = [
  (onTimeline) => ({ onTimeline }),
  (onApproval) => ({ onApproval }),
];

/** Every misbehaviour: throws, rejects, returns or resolves with an unexpected value. */
function misbehaviours(): Misbehaviour[] {
  const failing = Object.values(THROWN).flatMap((make) => [
    () => {
      throw make();
    },
    async () => {
      throw make();
    },
  ]);
  const returning = Object.values(RETURNED).flatMap((make) => [make, async () => make()]);
  return [...failing, ...returning] as Misbehaviour[];
}

/** Runs an agent whose model misbehaves. */
async function ask(generate: Misbehaviour): Promise<void> {
  const { ended } = await runAgent({ runtime: createToolRuntime(), model: { generate }, prompt: "Go." });
  if (typeof ended !== "string") throw new Error("An agent did not end.");
}

async function runTable(): Promise<number> {
  let results = 0;
  const run = async (parts: object, runtimeOptions: object, ofRun: object = {}, client?: never) => {
    const runtime = createToolRuntime({
      tools: [oddTool(parts), plain],
      permissions: "allow-all",
      timeoutMs: 1_000,
      ...runtimeOptions,
    } as never);
    if (client !== undefined) await connectMcp(runtime, client, { name: "srv" });
    const given = await runtime.executeBatch(client === undefined ? calls : callsOf("mcp__srv__a"), ofRun);
    for (const result of given) JSON.stringify(result);
    results += given.length;
    runtime.defaultSession.onDispose?.(() => Promise.reject(new Error("no end")));
    await runtime.exportSession().catch(() => {});
    await runtime[Symbol.asyncDispose]();
  };
  for (const misbehave of misbehaviours()) {
    await Promise.all([
      ...tools.map((hostile) => run(hostile(misbehave), {})),
      ...options.map((hostile) => run({}, hostile(misbehave))),
      ...runOptions.map((hostile) => run({}, {}, hostile(misbehave))),
      run({}, {}, {}, clientOf(misbehave)),
      ask(misbehave),
    ]);
  }
  return results;
}

if (process.argv[2] === "control") void Promise.reject(new Error("a rejection that no code waits for"));
process.stdout.write(`${await runTable()} results\n`);
