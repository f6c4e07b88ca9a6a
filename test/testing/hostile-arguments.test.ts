import { describe, expect, it } from "vitest";
import { ignoreRejectionsIn } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/core.js";
import {
  assertPortable,
  createToolTester,
  type DescribeToolOptions,
  describeTool,
  recordRun,
  replay,
} from "../../src/testing/index.js";
import { ENDLESS } from "../endless-values.js";
import { echoTool } from "../runtime/fixtures.js";
import { RETURNED } from "../runtime/hostile-values.js";
import { watchProcess } from "../runtime/well-formed.js";

const VALUES = [...Object.entries(RETURNED), ...ENDLESS];
const TESTS = { describe: (_: string, body: () => void) => body(), it() {} };
const RECORDING = { format: "collet-recording-1", asksHost: false, steps: [], answers: [] };
const create = () => createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
const calls = (step: object) => ({
  ...RECORDING,
  steps: [{ type: "calls", calls: [], results: [], ...step }],
});
const describeWith = (option: keyof DescribeToolOptions) => (value: never) =>
  describeTool(echoTool, TESTS, { [option]: value });

const isEmptyList = (value: unknown) => {
  try {
    return Array.isArray(value) && value.length === 0;
  } catch {
    return false;
  }
};
const isAbsent = (value: unknown) => value === undefined;
const isFunction = (value: unknown) => typeof value === "function";
const isEmptyObject = (value: unknown) => {
  try {
    return typeof value === "object" && value !== null && Object.keys(value).length === 0;
  } catch {
    return false;
  }
};
const isEmptyOption = (value: unknown) => isAbsent(value) || (isEmptyObject(value) && !Array.isArray(value));
const isAbsentOrEmptyList = (value: unknown) => isAbsent(value) || isEmptyList(value);
/** Values that count as absent in `createToolTester`. */
const isNone = (value: unknown) => value === undefined || value === null;
const nothing = () => false;

/** Each argument: how it is passed, how every message about it begins, and the values that are not refused. */
const ARGUMENTS: readonly (readonly [
  string,
  (value: never) => unknown,
  RegExp,
  (value: unknown) => boolean,
])[] = [
  ["createRuntime of recordRun", (value) => recordRun(value), /createRuntime of recordRun/, nothing],
  [
    "options of recordRun",
    (value) => recordRun(create, value),
    /^(?:The options of )?recordRun /,
    isEmptyOption,
  ],
  [
    "onApproval of recordRun",
    (value) => recordRun(create, { onApproval: value }),
    /^onApproval of recordRun|^The options of recordRun have a promise in 'onApproval'/,
    (value) => isAbsent(value) || isFunction(value),
  ],
  [
    "runtime of recordRun",
    (value) => recordRun(() => value),
    /createRuntime of recordRun|^later$|^then throws$/,
    nothing,
  ],
  ["recording of replay", (value) => replay(value, create), /^The recording /, nothing],
  [
    "createRuntime of replay",
    (value) => replay(RECORDING as never, value),
    /createRuntime of replay/,
    nothing,
  ],
  [
    "runtime of replay",
    (value) => replay(RECORDING as never, () => value),
    /createRuntime of replay|^later$|^then throws$/,
    nothing,
  ],
  [
    "options of replay",
    (value) => replay(RECORDING as never, create, value),
    /^(?:The options of )?replay /,
    isEmptyOption,
  ],
  [
    "ignore of replay",
    (value) => replay(RECORDING as never, create, { ignore: value }),
    /^ignore(?:\[\d\])? of replay|^The options of replay have a promise in 'ignore'/,
    isAbsentOrEmptyList,
  ],
  [
    "steps of a recording",
    (value) => replay({ ...RECORDING, steps: value } as never, create),
    /^steps(?:\[\d\])? of the recording|^The recording/,
    isEmptyList,
  ],
  [
    "a step of a recording",
    (value) => replay({ ...RECORDING, steps: [value] } as never, create),
    /steps\[0\] of the recording|^The recording/,
    nothing,
  ],
  [
    "results of a step",
    (value) => replay(calls({ results: value }) as never, create),
    /^results(?:\[\d\])? of steps\[0\] of the recording|^The recording/,
    isEmptyList,
  ],
  [
    "call ids of a step",
    (value) => replay(calls({ type: "resume", callIds: value, answers: {} }) as never, create),
    /^callIds(?:\[\d\])? of steps\[0\] of the recording|^The recording/,
    isEmptyList,
  ],
  [
    "answers of a recording",
    (value) => replay({ ...RECORDING, answers: value } as never, create),
    /^answers(?:\[\d\])? of the recording|^The recording/,
    isEmptyList,
  ],
  [
    "an answer of a recording",
    (value) => replay({ ...RECORDING, answers: [value] } as never, create),
    /answers\[0\] of the recording|^The recording/,
    nothing,
  ],
  ["tool of describeTool", (value) => describeTool(value, TESTS), /^The tool of describeTool/, nothing],
  ["runner of describeTool", (value) => describeTool(echoTool, value), /^runner of describeTool/, nothing],
  [
    "options of describeTool",
    (value) => describeTool(echoTool, TESTS, value),
    /^(?:The options of )?describeTool /,
    isEmptyOption,
  ],
  [
    "samples of describeTool",
    describeWith("samples"),
    /samples(?:\[\d\])? of describeTool|promise in 'samples'/,
    isAbsentOrEmptyList,
  ],
  [
    "tools of describeTool",
    describeWith("tools"),
    /tools(?:\[\d\])? of describeTool|promise in 'tools'/,
    isAbsentOrEmptyList,
  ],
  [
    "limits of describeTool",
    describeWith("limits"),
    /limits of describeTool|promise in 'limits'/,
    isEmptyOption,
  ],
  [
    "a limit of describeTool",
    (value) => describeTool(echoTool, TESTS, { limits: { callMs: value } }),
    /^limits\.callMs of describeTool|promise in 'callMs'/,
    (value) => isAbsent(value) || value === 5,
  ],
  [
    "deterministic of describeTool",
    describeWith("deterministic"),
    /deterministic of describeTool|promise in 'deterministic'/,
    isAbsent,
  ],
  [
    "providers of describeTool",
    describeWith("providers"),
    /providers(?:\[\d\])? of describeTool|promise in 'providers'/,
    isAbsentOrEmptyList,
  ],
  [
    "keywords of describeTool",
    describeWith("acceptKeywords"),
    /acceptKeywords(?:\[\d\])? of describeTool|promise in 'acceptKeywords'/,
    isAbsentOrEmptyList,
  ],
  [
    "tools of assertPortable",
    (value) => assertPortable(value),
    /^tools(?:\[\d\])? of assertPortable/,
    isEmptyList,
  ],
  ["a tool of assertPortable", (value) => assertPortable([value]), /^tools\[0\] of assertPortable/, nothing],
  [
    "providers of assertPortable",
    (value) => assertPortable([echoTool], value),
    /^providers(?:\[\d\])? of assertPortable/,
    isAbsentOrEmptyList,
  ],
  [
    "options of assertPortable",
    (value) => assertPortable([echoTool], ["openai"], value),
    /^(?:The options of )?assertPortable /,
    isEmptyOption,
  ],
  [
    "keywords of assertPortable",
    (value) => assertPortable([echoTool], [], { acceptKeywords: value }),
    /^acceptKeywords(?:\[\d\])? of assertPortable|promise in 'acceptKeywords'/,
    isAbsentOrEmptyList,
  ],
  [
    "permissions of createToolTester",
    (value) => createToolTester(echoTool, { permissions: value }),
    /^permissions/,
    (value) => isNone(value) || isEmptyList(value) || isEmptyObject(value),
  ],
  [
    "backend of createToolTester",
    (value) => createToolTester(echoTool, { backend: value }),
    /^backend must be one of "memory", "temp"/,
    isNone,
  ],
  [
    "files of createToolTester",
    (value) => createToolTester(echoTool, { files: value }),
    /^files(?:\[.*\])? must be/,
    (value) => isNone(value) || isEmptyOption(value),
  ],
  [
    "a file of createToolTester",
    (value) => createToolTester(echoTool, { files: { "a.txt": value } }),
    /^files\["a\.txt"\] must be/,
    (value) => typeof value === "string",
  ],
];

/** Returns the message of an error that a function throws or rejects with. */
async function messageOf(use: () => unknown): Promise<string | undefined> {
  try {
    await use();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the testing functions", () => {
  it.each(ARGUMENTS)(
    "refuse hostile values of an argument by its name: %s",
    async (_, use, expected, isAllowed) => {
      const watched = watchProcess();
      for (const [title, make] of VALUES) {
        const value = make();
        const allowed = isAllowed(value);
        const message = await messageOf(() => use(value as never));
        ignoreRejectionsIn(value);
        if (message === undefined) expect(allowed, title).toBe(true);
        else expect(message, title).toMatch(expected);
      }
      await watched.none();
    },
  );
});

describe("a recorded run", () => {
  it("returns the results of inputs without a JSON form, but no recording", async () => {
    const watched = watchProcess();
    for (const [title, make] of VALUES) {
      await using runtime = create();
      const { runtime: recorded, recording } = await recordRun(() => runtime);
      const result = await recorded.execute({ id: "1", name: "echo", input: make() } as never);
      expect(result.callId, title).toBe("1");
      const message = await messageOf(recording);
      if (message !== undefined) expect(message, title).toMatch(/^Step 1 of the run cannot be recorded/);
    }
    await watched.none();
  });

  it("ends as without a recorder if the approver answers with a hostile value", async () => {
    const watched = watchProcess();
    for (const [title, make] of VALUES) {
      const ask = { permissions: [{ tool: "*", verdict: "ask" }], tools: [echoTool] } as const;
      const answer = () => make() as never;
      const { runtime, recording } = await recordRun((hooks) => createToolRuntime({ ...ask, ...hooks }), {
        onApproval: answer,
      });
      await using plain = createToolRuntime({ ...ask, onApproval: answer });
      const call = { id: "1", name: "echo", input: { text: "x" } };
      const { status } = await runtime.execute(call);
      expect(status, title).toBe((await plain.execute(call)).status);
      expect(recording().answers, title).toHaveLength(1);
      await runtime[Symbol.asyncDispose]();
    }
    await watched.none();
  });
});
