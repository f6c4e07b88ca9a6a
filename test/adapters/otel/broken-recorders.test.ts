import type { Meter, Span, Tracer } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { openTelemetry } from "../../../src/adapters/otel/index.js";
import { createToolRuntime, defineTool, z } from "../../runtime/fixtures.js";
import { RETURNED, THROWN } from "../../runtime/hostile-values.js";
import { expectWellFormed, watchProcess } from "../../runtime/well-formed.js";

const CALLS = ["1", "2"].map((id) => ({ id, name: "plain", input: { text: id } }));

const plain = defineTool({
  name: "plain",
  description: "Behaves.",
  kind: "think",
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => text,
});

type Misbehaviour = () => unknown;

const SPAN = ["setAttribute", "setAttributes", "addEvent", "addLink", "setStatus", "end", "isRecording"];

/** A tracer whose spans have one function that misbehaves. */
function tracerWith(name: string, misbehave: Misbehaviour): Tracer {
  const valid = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
  const functions = Object.fromEntries(SPAN.map((each) => [each, () => true]));
  const span = { ...functions, spanContext: () => valid, [name]: misbehave } as unknown as Span;
  return { startSpan: () => (name === "startSpan" ? misbehave() : span) } as never;
}

function meterWith(misbehave: Misbehaviour): Meter {
  const instrument = () => ({ add: misbehave, record: misbehave });
  return {
    createCounter: instrument,
    createHistogram: instrument,
    createUpDownCounter: instrument,
  } as never;
}

async function run(options: Parameters<typeof openTelemetry>[0]): Promise<void> {
  const watched = watchProcess();
  await using runtime = createToolRuntime({
    tools: [plain],
    permissions: "allow-all",
    plugins: [openTelemetry({ ...options, recordInputs: true, recordOutputs: true })],
  });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
  await watched.none();
}

const throwing = Object.entries(THROWN).flatMap(([name, make]): [string, Misbehaviour][] => [
  [
    `throws ${name}`,
    () => {
      throw make();
    },
  ],
  [`rejects with ${name}`, () => Promise.reject(make())],
]);
const returning = Object.entries(RETURNED).map(([name, make]): [string, Misbehaviour] => [
  `returns ${name}`,
  make,
]);

describe.each([...throwing, ...returning])("telemetry of a host that %s", (_name, misbehave) => {
  it("affects no call and does not end the process", async () => {
    for (const name of [...SPAN, "spanContext", "startSpan"]) {
      await run({ tracer: tracerWith(name, misbehave), meter: meterWith(() => {}) });
    }
    await run({ tracer: tracerWith("none", () => {}), meter: meterWith(misbehave) });
  });
});

it("keeps recording after one record of a span has failed", async () => {
  const recorded: string[] = [];
  const tracer = tracerWith("setAttribute", () => {
    throw new Error("no attributes");
  });
  const start = tracer.startSpan.bind(tracer);
  const ending = (...args: Parameters<Tracer["startSpan"]>) =>
    Object.assign({}, start(...args), { end: () => recorded.push("end") });
  await run({ tracer: { startSpan: ending } as never, meter: meterWith(() => {}) });
  expect(recorded).toEqual(["end", "end", "end"]);
});
