import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScheduler } from "../../src/batching/index.js";
import { createToolRuntime as createCoreRuntime } from "../../src/core.js";
import {
  createToolRuntime,
  defineTool,
  localBackend,
  localThreadStore,
  memoryBackend,
  memoryThreadStore,
  overlayBackend,
} from "../../src/index.js";
import { defineToolset } from "../../src/toolsets/index.js";
import { echoTool, z } from "./fixtures.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "collet-options-"));
  writeFileSync(join(folder, "file"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusalOf = (use: () => unknown): string => {
  try {
    use();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Error);
    return (thrown as Error).message;
  }
  return "accepted";
};

describe("the options of createToolRuntime", () => {
  it.each<[object, string | RegExp]>([
    [{ permission: "amp" }, 'createToolRuntime has no option "permission". Did you mean "permissions"?'],
    [{ stalenes: "never" }, 'createToolRuntime has no option "stalenes". Did you mean "staleness"?'],
    [{ concurency: { max: 1 } }, 'createToolRuntime has no option "concurency". Did you mean "concurrency"?'],
    [{ staleness: "off" }, 'staleness must be one of "never", "if-read", "require-read", but it is "off".'],
    [{ inputRepair: "maybe" }, 'inputRepair must be one of "on", "off", but it is "maybe".'],
    [
      { repeatedCalls: "Ask" },
      'repeatedCalls must be one of "ask", "allow", but it is "Ask". Did you mean "ask"?',
    ],
    [{ concurrency: { maxi: 3 } }, 'concurrency has no option "maxi". Did you mean "max"?'],
    [{ canDelegate: "yes" }, 'canDelegate must be true or false, but it is the string "yes".'],
    [
      { plugins: [{ plugin() {}, mayreplace: "any" }] },
      'plugins[0] has no key "mayreplace". Did you mean "mayReplace"?',
    ],
    [{ shell: { sandBoxes: "require" } }, 'shell has no option "sandBoxes". Did you mean "sandbox"?'],
    [{ shell: { network: "of" } }, 'shell.network must be one of "on", "off", but it is "of".'],
    [
      { shell: { environment: { inherits: "none" } } },
      'environment has no option "inherits". Did you mean "inherit"?',
    ],
    [{ subagents: { maxDept: 1 } }, 'subagents has no option "maxDept". Did you mean "maxDepth"?'],
    [{ roots: "/tmp" }, 'roots must be a list of folders, but it is the string "/tmp".'],
    [{ roots: [""] }, "roots must be a list of folders, but one of them is an empty string."],
    [{ cwd: 5 }, "cwd must be the path of a folder, but it is a number (5)."],
    [
      { mode: {} },
      'mode needs includeTools, a list of the names of the native tools to offer, for example ["Read", "Grep"].',
    ],
    [{ mode: { includeTools: [], allowMCP: true } }, 'mode has no key "allowMCP". Did you mean "allowMcp"?'],
    [
      { mode: { includeTools: [], allowMcp: "no" } },
      "mode.allowMcp must be true or false, but it is a string.",
    ],
    [
      { mode: { includeTools: ["Reed"] } },
      'mode.includeTools names the tool "Reed", which does not exist. Did you mean "Read"?',
    ],
    [
      { permissions: [{ tool: "Bsh", verdict: "deny" }] },
      'A permission rule names the tool "Bsh", which does not exist. Did you mean "Bash"?',
    ],
    [
      { permissions: [{ tool: "BASH", verdict: "allow" }] },
      'A permission rule names the tool "BASH", which does not exist. Did you mean "Bash"?',
    ],
    [
      { permissions: { rules: [{ verdict: "denied" }] } },
      'permissions: rule 1: verdict must be one of "allow", "ask", "deny", but it is "denied".',
    ],
    [
      { permissions: [{ kind: "edits", verdict: "deny" }] },
      /^permissions: rule 1: kind must be one of .*, but it is "edits"\. Did you mean "edit"\?$/,
    ],
    [
      { edits: { thresholds: { placeSimilarity: 2 } } },
      "edits.thresholds.placeSimilarity must be a share from 0 to 1, but it is 2.",
    ],
    [{ truncation: { maxByte: 5 } }, 'truncation has no key "maxByte". Did you mean "maxBytes"?'],
    [{ truncation: { keep: "start" } }, 'truncation: keep must be "head", "tail" or "middle", not start.'],
    [
      { truncation: "opencode" },
      'truncation must be an object like { maxBytes: 50_000 }, but it is "opencode".',
    ],
    [{ truncation: null }, "truncation must be an object like { maxBytes: 50_000 }, but it is null."],
    [{ truncation: { limits: {}, notices: 1 } }, 'truncation has no key "notices". Did you mean "notice"?'],
    [
      { truncation: { limits: {} } },
      "truncation.notice must be a function that returns the notice, but it is undefined.",
    ],
    [{ concurrency: [] }, "concurrency must be { max, strategy }, but it is a list."],
    [
      { toolset: {} },
      "toolset must be a name or an object with name and tools. Create it with defineToolset.",
    ],
    [{ tools: "x" }, 'tools must be a list, but it is the string "x".'],
    [{ tools: [null] }, "tools[0] must be a tool, but it is null."],
    [{ tools: [{}] }, "{} is not a tool. Create it with defineTool({...})."],
    [{ durability: "none" }, 'durability must be one of "full", "batch", "rename", but it is "none".'],
    [
      { durability: "rename", backend: memoryBackend() },
      "durability and backend cannot be combined: pass the option to localBackend({ durability }).",
    ],
    [{ backend: null }, "backend must be a backend, but it is null."],
    [
      { backend: {} },
      "backend must be an object with name and files. Create it with localBackend, memoryBackend or overlayBackend.",
    ],
    [{ stateDirectory: 5 }, "stateDirectory must be the path of a folder, but it is 5."],
    [
      { plugins: [{ plugin: 5 }] },
      "plugins[0] is not a plugin. Use a function ({ registry, use }) => void, or { plugin, mayReplace }.",
    ],
    [
      { languageServers: 5 },
      'languageServers must be "off", "on-request", "ask", "trusted" or { start, servers, builtIn }, but it is 5.',
    ],
    [{ languageServers: { server: [] } }, 'languageServers has no option "server". Did you mean "servers"?'],
    [
      { languageServers: "trustd" },
      'languageServers.start must be one of "on-request", "ask", "trusted", but it is "trustd". Did you mean "trusted"?',
    ],
    [
      { languageServers: { servers: [{ name: "x", languages: {}, markers: [], command: "x" }] } },
      "languageServers.servers[0].command must be a list: the program, then its parameters.",
    ],
    [
      { languageServers: { servers: [{ name: "x", languages: {}, marker: [], command: ["x"] }] } },
      'languageServers.servers[0] has no key "marker". Did you mean "markers"?',
    ],
    [{ permissions: { presets: "amp" } }, 'permissions has no key "presets". Did you mean "preset"?'],
    [
      { permissions: "allowall" },
      /^permissions: the preset must be one of .*, but it is "allowall"\. Did you mean "allow-all"\?$/,
    ],
  ])("refuse %j", (options, message) => {
    const refusal = refusalOf(() => createToolRuntime(options as never));
    if (typeof message === "string") expect(refusal).toBe(message);
    else expect(refusal).toMatch(message);
  });

  it("refuse a working directory that does not exist or is a file", () => {
    const missing = join(folder, "missing");
    expect(refusalOf(() => createToolRuntime({ cwd: missing }))).toBe(
      `cwd is ${JSON.stringify(missing)}, which does not exist. Pass an existing folder.`,
    );
    expect(refusalOf(() => createToolRuntime({ cwd: join(folder, "file") }))).toMatch(
      /which is not a folder/,
    );
  });

  it("accept the name of a tool that no known tool resembles, because it may be registered later", async () => {
    const permissions = [
      { tool: "deploy", verdict: "deny" },
      { tool: "mcp__github__read", verdict: "allow" },
      { tool: "tb__Rea", verdict: "allow" },
      { tool: "Rea*", verdict: "ask" },
      // Task exists, but needs a model.
      { tool: "Task", verdict: "deny" },
      // A rule that restricts matches names in any case.
      { tool: "BASH", verdict: "deny" },
    ] as const;
    await using runtime = createToolRuntime({ cwd: folder, permissions });
    expect(runtime.tools().map(({ name }) => name)).not.toContain("Bash");
  });

  it.each([null, [], "amp"])("refuse %j instead of an object", (options) => {
    expect(refusalOf(() => createToolRuntime(options as never))).toMatch(
      /^The options of a runtime must be an object/,
    );
    expect(refusalOf(() => createCoreRuntime(options as never))).toMatch(
      /^The options of a runtime must be an object/,
    );
  });

  it("refuse an unknown name in collet/core", () => {
    expect(refusalOf(() => createCoreRuntime({ tool: [] } as never))).toBe(
      'createToolRuntime has no option "tool". Did you mean "tools"?',
    );
  });
});

describe("the options of a session and of a run", () => {
  it.each<[object, string | RegExp]>([
    [{ rule: [] }, 'session() has no option "rule". Did you mean "rules"?'],
    [{ mode: {} }, /^mode needs includeTools/],
    [
      { tools: ["ehco"] },
      'The option tools of a session names the tool "ehco", which does not exist. Did you mean "echo"?',
    ],
    [
      { rules: [{ tool: "eco", verdict: "deny" }] },
      'A permission rule names the tool "eco", which does not exist. Did you mean "echo"?',
    ],
  ])("refuse %j", async (options, message) => {
    await using runtime = createCoreRuntime({ tools: [echoTool] });
    const refusal = refusalOf(() => runtime.session(options as never));
    if (typeof message === "string") expect(refusal).toBe(message);
    else expect(refusal).toMatch(message);
  });

  it("refuse an unknown name in each run", async () => {
    await using runtime = createCoreRuntime({ tools: [echoTool] });
    const call = { id: "1", name: "echo", input: { text: "a" } };
    await expect(runtime.execute(call, { signals: undefined, sesion: 1 } as never)).rejects.toThrow(
      'A run has no option "sesion". Did you mean "session"?',
    );
  });

  it.each<[object, string]>([
    [
      { onReject: "stop" },
      'onReject must be one of "continue", "cancel-dependents", "cancel-later", but it is "stop".',
    ],
    [{ traceContext: 5 }, "traceContext must be an object with traceparent, but it is a number (5)."],
    [{ traceContext: {} }, "traceContext must be an object with traceparent, but it is an object."],
  ])("refuse %j in a run and in a plan", async (options, message) => {
    await using runtime = createCoreRuntime({ tools: [echoTool] });
    const call = { id: "1", name: "echo", input: { text: "a" } };
    await expect(runtime.execute(call, options as never)).rejects.toThrow(message);
    await expect(runtime.plan([call], options as never)).rejects.toThrow(message);
  });
});

describe("the definition of a tool", () => {
  const definition = { name: "x", description: "Does x.", inputSchema: z.object({}), execute: () => "" };

  it.each<[object, string | RegExp]>([
    [
      { executionprofile: {} },
      'Tool "x": defineTool has no key "executionprofile". Did you mean "executionProfile"?',
    ],
    [{ colour: 5 }, /^Tool "x": defineTool has no key "colour"\. The keys are name, description/],
    [
      { executionProfile: { seriel: true } },
      'Tool "x": executionProfile has no key "seriel". Did you mean "serial"?',
    ],
    [{ executionProfile: { serial: "yes" } }, 'Tool "x": executionProfile.serial is not true or false.'],
    [
      { executionProfile: { resourceKeys: ["a"] } },
      'Tool "x": executionProfile.resourceKeys is not a function. Pass (input) => [{ key, mode }].',
    ],
    [{ truncation: { kep: "tail" } }, 'Tool "x": truncation has no key "kep". Did you mean "keep"?'],
    [{ truncation: "tail" }, /^Tool "x": truncation must be an object/],
    [{ truncation: { maxBytes: -1 } }, /^Tool "x": truncation: maxBytes must be an integer of at least 1/],
    [{ requires: "model" }, 'Tool "x": requires is not a list, for example ["model"].'],
    [
      { requires: ["modle"] },
      /^Tool "x": requires must be one of .* but it is "modle"\. Did you mean "model"\?$/,
    ],
    [{ deferred: "yes" }, 'Tool "x": deferred is not true or false.'],
    [{ metadata: 5 }, 'Tool "x": metadata is not an object.'],
    [
      { annotations: { readonlyHint: true } },
      'Tool "x": annotations has no key "readonlyHint". Did you mean "readOnlyHint"?',
    ],
    [{ preprocessArgs: 5 }, 'Tool "x": preprocessArgs is not a function.'],
    [{ render: "x" }, 'Tool "x": render is not a function.'],
    [{ aliases: "x" }, 'Tool "x": aliases is not a list.'],
  ])("refuses %j", (part, message) => {
    const refusal = refusalOf(() => defineTool({ ...definition, ...part } as never));
    if (typeof message === "string") expect(refusal).toBe(message);
    else expect(refusal).toMatch(message);
  });

  it("refuses unknown keys of toolsets and backends", () => {
    expect(refusalOf(() => defineToolset({ name: "x", makeTool: () => [] } as never))).toBe(
      'defineToolset has no key "makeTool". Did you mean "makeTools"?',
    );
    const made = { name: "x", makeTools: () => [] };
    expect(refusalOf(() => defineToolset({ ...made, staleness: "off" } as never))).toBe(
      'defineToolset.staleness must be one of "never", "if-read", "require-read", but it is "off".',
    );
    expect(refusalOf(() => defineToolset({ ...made, truncation: { limit: 5 } } as never))).toMatch(
      /^defineToolset\.truncation has no key "limit"/,
    );
    expect(refusalOf(() => localBackend({ stateDir: "/x", enviroment: {} } as never))).toMatch(
      /^localBackend has no option "stateDir"\. The options are environment, shell/,
    );
  });
});

describe("the options of backends, thread stores and schedulers", () => {
  it.each<[string, () => unknown, string]>([
    [
      "memoryBackend",
      () => memoryBackend({ file: {} } as never),
      'memoryBackend has no option "file". Did you mean "files"?',
    ],
    [
      "memoryThreadStore",
      () => memoryThreadStore({ clock: Date.now } as never),
      'memoryThreadStore has no option "clock". The options are now.',
    ],
    [
      "localThreadStore",
      () => localThreadStore({ stateDirectori: "/x" } as never),
      'localThreadStore has no option "stateDirectori". Did you mean "stateDirectory"?',
    ],
    [
      "createScheduler",
      () => createScheduler({ maxi: 2 } as never),
      'createScheduler has no option "maxi". Did you mean "max"?',
    ],
    [
      "memoryBackend",
      () => memoryBackend(5 as never),
      "The options of memoryBackend must be an object, but got 5.",
    ],
    [
      "overlayBackend",
      () => overlayBackend(memoryBackend(), { maxByte: 5 } as never),
      'overlayBackend has no option "maxByte". Did you mean "maxBytes"?',
    ],
    [
      "overlayBackend",
      () => overlayBackend(undefined as never),
      "overlayBackend needs a backend to read from, but got undefined.",
    ],
    [
      "localBackend",
      () => localBackend(null as never),
      "The options of localBackend must be an object, but got null.",
    ],
    [
      "localBackend",
      () => localBackend({ outputs: { maxTotalByte: 5 } as never }),
      'outputs has no option "maxTotalByte". Did you mean "maxTotalBytes"?',
    ],
    [
      "localBackend",
      () => localBackend({ web: { timeoutMz: 5 } as never }),
      'web has no option "timeoutMz". Did you mean "timeoutMs"?',
    ],
    [
      "localBackend",
      () => localBackend({ web: true as never }),
      "The options of web must be an object, but got true.",
    ],
    [
      "localBackend",
      () => localBackend({ repositories: { maxCopie: 5 } as never }),
      'repositories has no option "maxCopie". Did you mean "maxCopies"?',
    ],
    [
      "localBackend",
      () => localBackend({ threads: 5 as never }),
      "The options of threads must be an object, but got 5.",
    ],
  ])("refuse unknown names and values of another kind: %s (case %#)", (_name, create, message) => {
    expect(refusalOf(create)).toBe(message);
  });
});

describe("a resource key that is a relative path", () => {
  const writer = (name: string, key: string) =>
    defineTool({
      name,
      description: "Writes.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ key, mode: "write" as const }] },
      execute: () => "",
    });

  it.each(["a.txt", "./a.txt", "src/a.ts", "src\\a.ts"])(
    "refuses a relative path as a key: %s conflicts with every call, and the plan says why",
    async (key) => {
      await using runtime = createCoreRuntime({ tools: [writer("bad", key), writer("other", "network:x")] });
      const plan = await runtime.plan([
        { id: "1", name: "bad", input: {} },
        { id: "2", name: "other", input: {} },
      ]);
      expect(plan.calls[1]?.waitsFor).toEqual(["1"]);
      expect(plan.conflicts[0]?.reason).toContain(
        `the resource key ${JSON.stringify(key)} of bad is neither a path nor a name: write ${JSON.stringify(`file:${key}`)} for a file`,
      );
    },
  );

  it.each(["database", "user", "network:example.org", "job:1.2", "/a.txt", "C:\\a.txt"])(
    "a relative path is not %s",
    async (key) => {
      await using runtime = createCoreRuntime({ tools: [writer("good", key), writer("other", "network:x")] });
      const plan = await runtime.plan([
        { id: "1", name: "good", input: {} },
        { id: "2", name: "other", input: {} },
      ]);
      expect(plan.calls[1]?.waitsFor).toEqual([]);
    },
  );
});
