// A host in a separate process whose every function misbehaves: one unhandled rejection would end it with an exit
// code other than 0. With the argument `control` it causes such a rejection on purpose.
import type { ToolContext } from "../../src/core.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { RETURNED, THROWN } from "./hostile-values.js";

const calls = ["1", "2"].map((id) => ({ id, name: id === "1" ? "odd" : "plain", input: { text: id } }));

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

async function runTable(): Promise<number> {
  let results = 0;
  const run = async (parts: object, runtimeOptions: object) => {
    const runtime = createToolRuntime({
      tools: [oddTool(parts), plain],
      permissions: "allow-all",
      timeoutMs: 1_000,
      ...runtimeOptions,
    } as never);
    const given = await runtime.executeBatch(calls);
    results += given.length;
    runtime.defaultSession.onDispose?.(() => Promise.reject(new Error("no end")));
    await runtime.exportSession().catch(() => {});
    await runtime[Symbol.asyncDispose]();
  };
  for (const misbehave of misbehaviours()) {
    await Promise.all([
      ...tools.map((hostile) => run(hostile(misbehave), {})),
      ...options.map((hostile) => run({}, hostile(misbehave))),
    ]);
  }
  return results;
}

if (process.argv[2] === "control") void Promise.reject(new Error("a rejection that no code waits for"));
process.stdout.write(`${await runTable()} results\n`);
