import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { ignoreRejection } from "../../src/contract/index.js";
import type {
  AnyTool,
  CoreToolRuntimeOptions,
  Plugin,
  RunObserver,
  ToolContext,
  ToolDefinition,
  ToolResult,
} from "../../src/core.js";
import {
  advanceUntilEnd,
  createToolRuntime,
  deferred,
  defineTool,
  echoTool,
  manualClock,
  z,
} from "./fixtures.js";
import { RETURNED, revokedProxy, THROWN, throwingGetters } from "./hostile-values.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

type Definition = ToolDefinition<z.ZodObject<{ text: z.ZodString }>, unknown>;

const CALLS = [
  { id: "1", name: "echo", input: { text: "1" } },
  { id: "2", name: "odd", input: { text: "2" } },
  { id: "3", name: "echo", input: { text: "3" } },
];

const PERMISSIVE = { permissions: "allow-all" } as const;

function oddTool(parts: Partial<Definition>): AnyTool {
  return defineTool({
    name: "odd",
    description: "Has functions that misbehave.",
    kind: "think",
    inputSchema: z.object({ text: z.string() }),
    executionProfile: { resourceKeys: () => [] },
    execute: ({ text }) => text,
    ...parts,
  });
}

/** Values that are used for throwing, rejecting and returning. */
const HOSTILE = Object.entries({ ...THROWN, ...RETURNED });

/** Runs valid calls together with a call of a tool that misbehaves, which must not affect them. */
async function runWith(
  parts: Partial<Definition>,
  options: CoreToolRuntimeOptions<readonly AnyTool[]> = {},
): Promise<ToolResult> {
  const watched = watchProcess();
  const runtime = createToolRuntime({ tools: [echoTool, oddTool(parts)], ...PERMISSIVE, ...options });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  expect([results[0]?.status, results[2]?.status]).toEqual(["done", "done"]);
  await watched.none();
  return results[1] as ToolResult;
}

/** The functions of a tool: how each is made, and the name that a message must contain. */
const TOOL_FUNCTIONS: Readonly<
  Record<string, { readonly make: (misbehave: () => never) => Partial<Definition>; readonly named: RegExp }>
> = {
  facts: { make: (facts) => ({ facts }), named: /facts function of the tool 'odd'/ },
  preprocessArgs: {
    make: (preprocessArgs) => ({ preprocessArgs }),
    named: /preprocessArgs function of the tool 'odd'/,
  },
  mapInput: { make: (mapInput) => ({ mapInput }), named: /'odd'/ },
  render: { make: (render) => ({ render }), named: /'odd' ran, but its render function/ },
  execute: { make: (execute) => ({ execute }), named: /The tool 'odd'/ },
  validate: {
    make: (validate) => ({ inputSchema: brokenSchema(validate) as never }),
    named: /schema of 'odd'/,
  },
  validateOutput: {
    make: (validate) => ({ outputSchema: brokenSchema(validate) }),
    named: /'odd' ran, but its output schema/,
  },
};

function brokenSchema(validate: () => never) {
  const standard = z.object({ text: z.string() })["~standard"];
  const jsonSchema = { input: () => ({ type: "object" }), output: () => ({ type: "object" }) };
  return { "~standard": { ...standard, vendor: "odd", jsonSchema, validate } };
}

describe.each(Object.entries(TOOL_FUNCTIONS))("the function %s of a tool", (name, { make, named }) => {
  it.each(Object.entries(THROWN))(
    `${name} that throws %s fails its own call, by name`,
    async (_name, thrown) => {
      const result = await runWith(
        make(() => {
          throw thrown();
        }),
      );
      expect(result).toMatchObject({ status: "error", error: { message: expect.stringMatching(named) } });
    },
  );

  it.each(Object.entries(THROWN))(
    `${name} that rejects with %s fails its own call, by name`,
    async (_name, thrown) => {
      const result = await runWith(make((() => Promise.reject(thrown())) as unknown as () => never));
      expect(result).toMatchObject({ status: "error", error: { message: expect.stringMatching(named) } });
    },
  );

  it.each(Object.entries(RETURNED))(
    `${name} that returns %s leads to one well-formed result`,
    async (_name, returned) => {
      await runWith(make(returned as () => never));
    },
  );
});

describe("functions of the host", () => {
  it.each(Object.entries(THROWN))(
    "resourceKeys that throw or reject with %s make the call run alone",
    async (_name, thrown) => {
      const throwing = () => {
        throw thrown();
      };
      expect(await runWith({ executionProfile: { resourceKeys: throwing } })).toMatchObject({
        status: "done",
      });
      const rejecting = (() => Promise.reject(thrown())) as never;
      expect(await runWith({ executionProfile: { resourceKeys: rejecting } })).toMatchObject({
        status: "done",
      });
    },
  );

  it.each(Object.entries(RETURNED))(
    "resourceKeys that are %s make the call run alone",
    async (_name, returned) => {
      const keys = returned as () => never;
      expect(await runWith({ executionProfile: { resourceKeys: keys } })).toMatchObject({ status: "done" });
    },
  );

  it("ignores resource keys that change after they were returned", async () => {
    const keys = [{ key: "a", mode: "write" as const }];
    const tool = oddTool({
      executionProfile: { resourceKeys: () => keys },
      execute: () => {
        Object.assign(keys[0] as object, { key: "b" });
        keys.push({ key: "c", mode: "write" });
      },
    });
    const runtime = createToolRuntime({ tools: [tool], ...PERMISSIVE });
    for (const id of ["1", "2"]) {
      expect(await runtime.execute({ id, name: "odd", input: { text: "x" } })).toMatchObject({
        status: "done",
      });
    }
  });

  it.each<[string, unknown]>([
    ["a list of paths that are numbers", { paths: [5] }],
    ["a path without access", { paths: [{ path: "/a" }] }],
    ["paths that are a text", { paths: "/a" }],
    ["a command that is a list", { command: ["rm"] }],
    ["hosts that are a text", { hosts: "example.org" }],
    ["a promise of facts", Promise.resolve({})],
  ])("refuses facts that are %s, because permission is judged by them", async (_name, facts) => {
    let ran = false;
    const execute = () => {
      ran = true;
    };
    const result = await runWith({ facts: () => facts as never, execute });
    expect(result.error?.message).toMatch(/facts function of the tool 'odd' failed/);
    expect(ran).toBe(false);
  });

  it.each(HOSTILE)(
    "a redact function that throws, rejects with or returns %s lets nothing through",
    async (name, make) => {
      const watched = watchProcess();
      const functions = [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
        ...(name in RETURNED && name !== "a string" && !name.startsWith("a text") ? [make] : []),
      ];
      for (const redact of functions) {
        const runtime = createToolRuntime({ tools: [echoTool], ...PERMISSIVE, redact: redact as never });
        const [call] = CALLS as [(typeof CALLS)[0]];
        const results = await runtime.executeBatch([{ ...call, input: { text: "secret" } }]);
        expectWellFormed([call], results);
        expect(results[0]).toMatchObject({ status: "error" });
        expect(JSON.stringify(results[0])).not.toContain('"secret"');
        expect(results[0]?.error?.message).toMatch(/redact function/);
      }
      await watched.none();
    },
  );

  it.each(HOSTILE)(
    "a clock that throws or returns %s leaves every call with a result",
    async (_name, make) => {
      const throwing = () => {
        throw make();
      };
      const rejecting = async () => {
        throw make();
      };
      for (const broken of [throwing, rejecting, make]) {
        const clock = { now: broken, setTimeout: broken, clearTimeout: broken } as never;
        expect(await runWith({}, { clock })).toMatchObject({ status: "done" });
      }
    },
  );

  it.each(HOSTILE)(
    "a clock with timers that cannot be cleared, because clearing throws %s, leaves every call with a result",
    async (_name, make) => {
      const watched = watchProcess();
      for (const clearTimeout of [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
      ]) {
        let cleared = 0;
        const clock = {
          now: () => performance.now(),
          setTimeout: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref(),
          clearTimeout: () => {
            cleared += 1;
            return clearTimeout();
          },
        };
        expect(await runWith({}, { clock: clock as never, timeoutMs: 60_000 })).toMatchObject({
          status: "done",
        });
        expect(cleared).toBeGreaterThan(0);
      }
      await watched.none();
    },
  );

  it("ends a call with its time limit although the clock fails", async () => {
    const clock = {
      now: () => performance.now(),
      setTimeout: () => {
        throw new Error("no timers");
      },
      clearTimeout: () => {},
    };
    const options = { clock, timeoutMs: 20 };
    const result = await runWith({ execute: () => new Promise(() => {}) }, options);
    expect(result).toMatchObject({ error: { errorCode: "timeout" } });
  });

  it.each(HOSTILE)(
    "observers, listeners and timelines that throw, reject with or return %s change nothing",
    async (_name, make) => {
      for (const misbehave of [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
        make,
      ] as (() => never)[]) {
        const watcher = {
          onCall: () => ({
            get traceContext() {
              return misbehave();
            },
            onWait: misbehave,
            onQuestion: misbehave,
            onAnswer: misbehave,
            onStart: misbehave,
            around: misbehave,
            onEnd: misbehave,
          }),
          onEnd: misbehave,
        };
        const observers: RunObserver[] = [
          { onRun: misbehave },
          { onRun: () => ({ onCall: misbehave }) },
          { onRun: () => watcher as never },
        ];
        const plugin: Plugin = ({ observe }) => observers.forEach(observe);
        const watched = watchProcess();
        const runtime = createToolRuntime({
          tools: [echoTool, oddTool({})],
          ...PERMISSIVE,
          plugins: [plugin],
          onEvent: misbehave,
        });
        expect(runtime.plugins).toMatchObject([{ status: "loaded" }]);
        const results = await runtime.executeBatch(CALLS, { onTimeline: misbehave });
        expectWellFormed(CALLS, results);
        expect(results.map(({ status }) => status)).toEqual(["done", "done", "done"]);
        await watched.none();
      }
    },
  );

  it("keeps results and inputs that listeners and observers change", async () => {
    const spoil = (value: unknown) => {
      for (const key of Object.keys(value as object)) (value as Record<string, unknown>)[key] = 5;
    };
    const result = await runWith(
      {},
      {
        onEvent: (event) => {
          if (event.type === "tool-result") spoil(event.result);
          if (event.type === "tool-call-start") spoil(event.input);
        },
        plugins: [
          ({ observe }) =>
            observe({
              onRun: () => ({ onCall: () => ({ onEnd: (told: unknown) => spoil(told) }) }) as never,
            }),
        ],
      },
    );
    expect(result).toMatchObject({ status: "done", result: "2" });
  });

  it.each(HOSTILE)(
    "rejects a call when onApproval throws, rejects with or returns %s",
    async (_name, make) => {
      for (const onApproval of [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
        make,
      ]) {
        const result = await runWith(
          {},
          {
            permissions: [
              { tool: "odd", verdict: "ask" },
              { tool: "echo", verdict: "allow" },
            ],
            onApproval: onApproval as never,
          },
        );
        expect(result).toMatchObject({ status: "rejected-by-user" });
      }
    },
  );

  it.each(HOSTILE)(
    "a preview that throws, rejects with or returns %s does not keep anyone from being asked",
    async (_name, make) => {
      for (const preview of [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
        make,
      ]) {
        const result = await runWith(
          { preview: preview as never },
          {
            permissions: [
              { tool: "odd", verdict: "ask" },
              { tool: "echo", verdict: "allow" },
            ],
            onApproval: () => true,
          },
        );
        expect(result).toMatchObject({ status: "done" });
      }
    },
  );

  it.each<[string, Partial<Definition>, RegExp]>([
    [
      "a schema",
      { inputSchema: brokenSchema((() => new Promise(() => {})) as never) as never },
      /schema of 'odd' did not answer/,
    ],
    ["a tool", { execute: () => new Promise(() => {}) }, /timed out/],
    ["an output schema", { outputSchema: brokenSchema((() => new Promise(() => {})) as never) }, /timed out/],
  ])("ends %s that never settles with the time limit or the abort", async (_name, parts, message) => {
    const clock = manualClock();
    const runtime = createToolRuntime({
      tools: [echoTool, oddTool(parts)],
      ...PERMISSIVE,
      clock,
      timeoutMs: 1_000,
    });
    const results = await advanceUntilEnd(clock, runtime.executeBatch(CALLS));
    expectWellFormed(CALLS, results);
    expect(results[1]).toMatchObject({ status: "error", error: { message: expect.stringMatching(message) } });
    const controller = new AbortController();
    const aborted = runtime.executeBatch(CALLS.slice(1, 2), { signal: controller.signal });
    await clock.advance(10);
    controller.abort();
    expect(await advanceUntilEnd(clock, aborted)).toMatchObject([{ status: "cancelled" }]);
  });

  it("asks a question without its preview when the preview times out", async () => {
    const clock = manualClock();
    const asked = deferred<unknown>();
    const runtime = createToolRuntime({
      tools: [oddTool({ preview: () => new Promise(() => {}) })],
      permissions: [{ tool: "odd", verdict: "ask" }],
      clock,
      timeoutMs: 1_000,
      onApproval: (request) => {
        asked.resolve(request.preview);
        return true;
      },
    });
    const running = runtime.execute({ id: "2", name: "odd", input: { text: "2" } });
    await clock.advance(5_000);
    expect(await asked.promise).toBeUndefined();
    expect(await running).toMatchObject({ status: "done" });
  });

  it.each(HOSTILE)(
    "an output store that throws, rejects with or returns %s costs the path only",
    async (_name, make) => {
      const misbehave = () => {
        throw make();
      };
      const rejecting = async () => {
        throw make();
      };
      for (const outputs of [
        { open: misbehave },
        { open: make },
        { open: () => ({ append: misbehave, finish: misbehave, discard: misbehave }) },
        { open: () => ({ append: rejecting, finish: rejecting, discard: rejecting }) },
        { open: () => ({ append: make, finish: make, discard: make }) },
      ]) {
        const result = await runWith(
          { execute: () => "x".repeat(5_000), truncation: { maxBytes: 100 } },
          {
            truncation: { maxBytes: 1_000 },
            backend: {
              ...memoryBackend(),
              outputs: { owns: () => false, clean: async () => {}, ...outputs } as never,
            },
          },
        );
        expect(result).toMatchObject({ status: "done", truncation: { omittedBytes: expect.any(Number) } });
      }
    },
  );

  it.each(HOSTILE)(
    "a truncation notice that throws, rejects with or returns %s is replaced",
    async (_name, make) => {
      for (const notice of [
        () => {
          throw make();
        },
        async () => {
          throw make();
        },
        make,
      ]) {
        const truncation = { limits: { maxBytes: 100 }, notice: notice as never };
        const result = await runWith({ execute: () => "x".repeat(5_000) }, { truncation });
        expect(result).toMatchObject({ status: "done" });
      }
    },
  );

  it.each(Object.entries(RETURNED))(
    "a tool that hands %s to its context has one well-formed result",
    async (_name, make) => {
      const value = () => {
        const made = make();
        ignoreRejection(made);
        return made as never;
      };
      const hand: ((context: ToolContext) => unknown)[] = [
        (context) => context.progress(value()),
        (context) => context.log(value()),
        (context) => context.note(value()),
        (context) => context.noteTruncation(value()),
        (context) => context.ask(value()),
        (context) => void context.ask(value()),
      ];
      for (const use of hand)
        await runWith({ execute: async (_input, context) => void (await use(context)) });
    },
  );

  it.each(Object.entries(RETURNED))(
    "a call whose input is %s has one well-formed result",
    async (_name, make) => {
      const watched = watchProcess();
      const runtime = createToolRuntime({ tools: [echoTool, oddTool({})], ...PERMISSIVE });
      const input = make();
      ignoreRejection(input);
      const calls = CALLS.map((call) => (call.id === "2" ? { ...call, input } : call));
      const results = await runtime.executeBatch(calls);
      expectWellFormed(calls, results);
      // Text is the only parameter of the tool, without the JSON around it.
      const expected =
        typeof input === "string"
          ? { status: "done" }
          : { status: "error", error: { errorCode: "invalid-input" } };
      expect(results[1]).toMatchObject(expected);
      await watched.none();
    },
  );

  it.each(Object.entries(RETURNED))(
    "an entry of a batch that is %s has one well-formed result",
    async (_name, make) => {
      const watched = watchProcess();
      const runtime = createToolRuntime({ tools: [echoTool], ...PERMISSIVE });
      const entry = make();
      ignoreRejection(entry);
      const [first, , third] = CALLS;
      const results = await runtime.executeBatch([first, entry, third] as never);
      expect(results.map(({ status }) => status)).toEqual(["done", "error", "done"]);
      expect(results[1]).toMatchObject({ callId: "invalid-1", error: { errorCode: "invalid-call" } });
      await watched.none();
    },
  );

  it("keeps the first id of a call whose getter returns another id each time", async () => {
    let reads = 0;
    const call = {
      get id() {
        reads += 1;
        return `id ${reads}`;
      },
      name: "echo",
      input: { text: "x" },
    };
    const runtime = createToolRuntime({ tools: [echoTool], ...PERMISSIVE });
    expect(await runtime.executeBatch([call])).toMatchObject([{ callId: "id 1", status: "done" }]);
  });

  it("rejects the services of an ended call with a code, without ending the process", async () => {
    const watched = watchProcess();
    let late: ToolContext | undefined;
    const execute = (_input: unknown, context: ToolContext) => {
      late = context;
    };
    await runWith({ execute });
    const context = late as ToolContext;
    const uses: (() => unknown)[] = [
      () => context.files.readText("a.txt"),
      () => context.shell.run({ command: "true" } as never),
      () => context.subagents.run({} as never),
      () => context.threads.read("x", { project: "/" }),
      () => context.web.pages.read({} as never),
      () => context.diagnostics.current([], { budgetMs: 1 }),
    ];
    for (const use of uses) {
      void use();
      await expect(use()).rejects.toMatchObject({ code: "cancelled" });
    }
    const search = async () => {
      for await (const path of context.search.files({} as never)) void path;
    };
    await expect(search()).rejects.toMatchObject({ code: "cancelled" });
    expect(await context.outputs.open().finish()).toMatchObject({ kept: false });
    await expect(context.ask({ reason: "late" })).rejects.toMatchObject({ code: "cancelled" });
    for (const report of [() => context.progress({}), () => context.log("x"), () => context.note({ a: 1 })]) {
      expect(report).not.toThrow();
    }
    await watched.none();
  });

  it("fails only the cancelled tool whose abort listener throws or rejects", async () => {
    const watched = watchProcess();
    const started = deferred();
    const tool = oddTool({
      execute: (_input, { signal }) => {
        signal.addEventListener("abort", () => {
          throw throwingGetters();
        });
        signal.addEventListener("abort", async () => {
          throw revokedProxy();
        });
        started.resolve();
        return new Promise(() => {});
      },
    });
    const runtime = createToolRuntime({ tools: [tool], ...PERMISSIVE });
    const controller = new AbortController();
    const running = runtime.execute(
      { id: "2", name: "odd", input: { text: "x" } },
      { signal: controller.signal },
    );
    await started.promise;
    controller.abort();
    expect(await running).toMatchObject({ status: "cancelled" });
    await watched.none();
  });
});
