import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parseToolCalls, toTools } from "../../../src/adapters/openai/index.js";
import type { ToolResult } from "../../../src/core.js";
import { watchProcess } from "../../runtime/well-formed.js";
import { textOf } from "../program-host.js";
import { createCodexHost, reportOf } from "./codex-host.js";

const completed = (output: string) => `Script completed\nWall time\nOutput:\n${output}`;

describe("exec", () => {
  it("returns what the program puts out, and not its last value", async () => {
    await using host = createCodexHost({ values: new Map([["a", 1]]) });
    const result = await host.exec(`
      text(await tools.get({ name: "a" }));
      text({ a: [1] });
      text(undefined);
      image({ image_url: "data:image/png;base64,AAAA" });
      "last"`);
    expect(reportOf(result)).toBe(`${completed('1\n{"a":[1]}\nundefined')}\n[image]`);
    expect(result.content[1]).toEqual({ type: "image", data: "AAAA", mediaType: "image/png" });
    expect(result.result).toMatchObject({ status: "completed", output: '1\n{"a":[1]}\nundefined' });
  });

  it("reports the error of a program after its output, with the line of the input", async () => {
    await using host = createCodexHost();
    const result = await host.exec(
      '// @exec: {"yield_time_ms": 5000}\ntext("before");\nthrow new Error("wrong")',
    );
    expect(result).toMatchObject({ status: "error", error: { errorCode: "program-failed" } });
    expect(reportOf(result)).toBe("Script failed\nWall time\nOutput:\nbefore\nScript error:\nwrong (line 3)");
  });

  it.each([
    ["no program", " \n", "raw JavaScript"],
    ["a pragma alone", '// @exec: {"yield_time_ms": 1}\n  ', "followed by JavaScript"],
    ["a pragma without JSON", "// @exec: soon\ntext(1)", "valid JSON"],
    ["a pragma that is a list", "// @exec: [1]\ntext(1)", "JSON object"],
    ["an unknown field", '// @exec: {"timeout": 1}\ntext(1)', "not `timeout`"],
    ["a negative time", '// @exec: {"yield_time_ms": -1}\ntext(1)', "non-negative integer"],
    ["a fraction", '// @exec: {"max_output_tokens": 1.5}\ntext(1)', "non-negative integer"],
  ])("refuses %s", async (_title, program, message) => {
    await using host = createCodexHost();
    const result = await host.exec(program);
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(textOf(result)).toContain(message);
  });

  it("keeps the start and the end of an output above max_output_tokens", async () => {
    await using host = createCodexHost();
    const result = await host.exec(
      '// @exec: {"max_output_tokens": 10}\ntext("a".repeat(100) + "b".repeat(100))',
    );
    expect(reportOf(result)).toBe(completed(`${"a".repeat(20)}\n…40 tokens truncated…\n${"b".repeat(20)}`));
  });

  it("takes the program as the input of a custom tool, which it declares with Codex' grammar", async () => {
    await using host = createCodexHost();
    const tools = host.code.tools();
    const [exec] = toTools(tools, { native: true }) as unknown as Record<string, never>[];
    expect(exec).toMatchObject({ type: "custom", name: "exec", format: { type: "grammar", syntax: "lark" } });
    expect(JSON.stringify(exec)).toContain("set(args: {");
    const item = { type: "custom_tool_call", call_id: "1", name: "exec", input: "text(2 * 3)" };
    const [call] = parseToolCalls({ output: [item] } as never, { tools });
    expect(reportOf(await host.runtime.execute(call as never))).toBe(completed("6"));
    expect(reportOf(await host.runtime.execute({ id: "2", name: "exec", input: "text(4)" }))).toBe(
      completed("4"),
    );
  });

  it("offers ALL_TOOLS, forward_output, exit and the code of failed calls", async () => {
    await using host = createCodexHost();
    const result = await host.exec(`
      text(ALL_TOOLS.filter(({ description }) => description.includes("Stores")).map(({ name }) => name).join());
      forward_output("plain", { content: [{ type: "text", text: "block" }] });
      try { forward_output([1]) } catch (error) { text(error.name) }
      try { image("https://example.com/a.png") } catch (error) { text(error.message) }
      text(await tools.get({}).catch(({ code }) => code));
      exit();
      text("never")`);
    expect(reportOf(result)).toBe(
      completed(
        "set\nplain\nblock\nTypeError\nimage(...) takes data URLs only: the program has no network.\ninvalid-input",
      ),
    );
  });

  it("leaves a tool that does not exist undefined, and names it in the error of a call", async () => {
    await using host = createCodexHost({ values: new Map([["a", 1]]) });
    const found = await host.exec(`
      text([typeof tools.exec, typeof tools.wait, await tools.nope?.({}), "get" in tools, "nope" in tools]);
      text(Object.keys(tools).includes("get"));
      text(await tools[ALL_TOOLS.find(({ name }) => name === "get").name]({ name: "a" }));`);
    expect(reportOf(found)).toBe(completed('["undefined","undefined",null,true,false]\ntrue\n1'));
    const failed = await host.exec("await tools.nope({})");
    expect(textOf(failed)).toMatch(
      /not a function. There is no tool named "nope"; ALL_TOOLS lists the tools/,
    );
  });

  it("stores values for later programs of the session, up to a limit", async () => {
    await using host = createCodexHost();
    await host.exec('const list = [1]; store("list", list); list.push(2); store("__proto__", { a: 1 });');
    const read = await host.exec('text(load("list")); text(load("__proto__")); text(load("other"))');
    expect(reportOf(read)).toBe(completed('[1]\n{"a":1}\nundefined'));
    expect(textOf(await host.exec('store("big", "x".repeat(1_000_001))'))).toContain("at most 1000000");
    expect(textOf(await host.exec('store("f", () => 1)'))).toContain("Only plain serializable values");
    await using session = host.runtime.session();
    const other = await host.runtime.execute(
      { id: "o", name: "exec", input: 'text(load("list"))' },
      { session },
    );
    expect(reportOf(other)).toBe(completed("undefined"));
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", () => Promise.reject(new Error("never awaited"))],
    ["never settles", () => new Promise<never>(() => {})],
  ])("continues a program if the listener of its notices %s", async (_title, onNotify) => {
    const watched = watchProcess();
    await using host = createCodexHost({}, { onNotify: onNotify as () => void });
    expect(reportOf(await host.exec('notify("half"); text("end")'))).toBe(completed("end"));
    await watched.none();
  });

  it("passes a notice to the host at once, or else to the output", async () => {
    const notices: unknown[] = [];
    await using host = createCodexHost({}, { onNotify: (notice) => notices.push(notice) });
    await host.exec('notify("half"); text("end")', "n1");
    expect(notices).toEqual([{ callId: "n1", cellId: "1", text: "half" }]);
    await using plain = createCodexHost();
    expect(reportOf(await plain.exec('notify({ a: 1 }); text("end")'))).toBe(completed('{"a":1}\nend'));
  });
});

/** A host whose calls wait for `open`. */
function gatedHost(how = {}) {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { host: createCodexHost({ pause: () => gate }, how), open: () => open() };
}

describe("wait", () => {
  it("returns only the new output of a program that outlives its call, whose calls continue", async () => {
    const { host, open } = gatedHost();
    await using _ = host;
    const running = await host.exec(
      'text("first");\nyield_control();\ntext(await tools.set({ name: "a", value: 1 }));',
    );
    expect(reportOf(running)).toBe("Script running with cell ID 1\nWall time\nOutput:\nfirst");
    expect(reportOf(await host.wait("1", { yield_time_ms: 1 }))).toBe(
      "Script running with cell ID 1\nWall time\nOutput:\n",
    );
    open();
    expect(reportOf(await host.wait("1"))).toBe(completed('{"stored":1}'));
    expect(host.executed).toEqual(["set a"]);
    expect(textOf(await host.wait("1"))).toMatch(/^exec cell 1 not found/);
  });

  it("yields after yield_time_ms while a call of the program runs", async () => {
    const { host, open } = gatedHost();
    await using _ = host;
    await host.exec("text(1)");
    const program = '// @exec: {"yield_time_ms": 1}\ntext(await tools.set({ name: "a", value: 1 }));';
    expect(reportOf(await host.exec(program))).toMatch(/^Script running with cell ID 2\n/);
    expect(reportOf(await host.wait("2", { yield_time_ms: 1 }))).toMatch(/^Script running with cell ID 2\n/);
    expect(reportOf(await host.exec("text(2)"))).toBe(completed("2"));
    open();
    expect(reportOf(await host.wait("2"))).toBe(completed('{"stored":1}'));
  });

  it("starts the programs of one batch one after the other", async () => {
    await using host = createCodexHost();
    const programs = [
      "await new Promise((resolve) => setTimeout(resolve, 5));\nawait tools.set({ name: 'a', value: 1 })",
      "text(await tools.get({ name: 'a' }))",
    ];
    const calls = programs.map((code, index) => ({ id: `b${index}`, name: "exec", input: { code } }));
    const [, second] = await host.runtime.executeBatch(calls);
    expect(reportOf(second as ToolResult)).toBe(completed("1"));
  });

  it("starts calls of a program that no call waits for", async () => {
    const { host, open } = gatedHost();
    await using _ = host;
    await host.exec(
      'yield_control();\nfor (const name of ["a", "b", "c"]) await tools.set({ name, value: 1 });\ntext("end")',
    );
    open();
    await expect.poll(() => host.executed).toEqual(["set a", "set b", "set c"]);
    expect(reportOf(await host.wait("1"))).toBe(completed("end"));
  });

  it("ends a program and its calls with terminate", async () => {
    const { host } = gatedHost();
    await using _ = host;
    await host.exec(
      'yield_control();\ntext("kept");\nawait tools.set({ name: "a", value: 1 });\ntext("never")',
    );
    await setImmediate();
    expect(reportOf(await host.wait("1", { terminate: true }))).toMatch(
      /^Script terminated\nWall time\nOutput:\n/,
    );
    expect(host.executed).toEqual([]);
    expect((await host.wait("1")).error).toMatchObject({ errorCode: "unknown-job" });
  });

  it("ends a program whose call is cancelled, and all programs with their session", async () => {
    const { host } = gatedHost();
    const stop = new AbortController();
    const call = { id: "x", name: "exec", input: { code: 'await tools.get({ name: "a" })' } };
    const cancelled = host.runtime.execute(call, { signal: stop.signal });
    await setImmediate();
    stop.abort();
    expect(await cancelled).toMatchObject({ status: "cancelled" });
    await using session = host.runtime.session();
    const endless = "yield_control();\nawait null;\nfor (;;);";
    const running = await host.runtime.execute(
      { id: "y", name: "exec", input: { code: endless } },
      { session },
    );
    expect(running.result).toMatchObject({ status: "running" });
    await host.runtime[Symbol.asyncDispose]();
  });

  it("limits the programs of a session that run at the same time", async () => {
    const { host } = gatedHost();
    await using _ = host;
    let last: ToolResult | undefined;
    // Programs that wait for a call of their own, in one engine each, would need 16 threads.
    for (let count = 0; count < 17; count += 1) {
      last = await host.exec("yield_control();\nawait new Promise((resolve) => setTimeout(resolve, 1e9))");
    }
    expect(last?.error).toMatchObject({ errorCode: "too-many-jobs" });
  });
});

describe("a program that waits for the user", () => {
  const PROGRAM =
    'store("a", (load("a") ?? 0) + 1);\ntext("start");\nnotify("asked");\ntext(await tools.add({ name: "a", value: 5 }));\ntext(load("a"))';

  it("pauses its call, and continues without repeating output, notices or stored values", async () => {
    const notices: string[] = [];
    await using host = createCodexHost({}, { onNotify: ({ text }) => notices.push(text) });
    const blocked = await host.exec(PROGRAM, "p");
    expect(blocked).toMatchObject({ status: "blocked-on-user", calls: [{ callId: "p/1" }] });
    await host.exec('store("a", 7)');
    const stored = JSON.parse(JSON.stringify(blocked)) as ToolResult;
    const [done] = await host.runtime.resume([stored], { "p/1": true });
    expect(reportOf(done as ToolResult)).toBe(completed("start\n5\n1"));
    expect(notices).toEqual(["asked"]);
    expect(reportOf(await host.exec('text(load("a"))'))).toBe(completed("7"));
    expect(host.executed).toEqual(["add a"]);
  });

  it("pauses the call of wait when its own call has returned", async () => {
    await using host = createCodexHost();
    const program =
      'text("early");\nyield_control();\nawait new Promise((resolve) => setTimeout(resolve, 5));\n';
    await host.exec(
      `${program}text(await tools.add({ name: "a", value: 5 }).catch(({ code }) => code))`,
      "p",
    );
    const blocked = await host.wait("1", {}, "w");
    expect(blocked).toMatchObject({ status: "blocked-on-user", calls: [{ callId: "p/2" }] });
    expect(textOf(await host.wait("1"))).toContain("not found");
    const [done] = await host.runtime.resume([JSON.parse(JSON.stringify(blocked)) as ToolResult], {
      "p/2": false,
    });
    expect(reportOf(done as ToolResult)).toBe(completed("rejected-by-user"));
    expect(host.executed).toEqual([]);
  });

  it("asks the approver of the host while it runs", async () => {
    await using host = createCodexHost({ onApproval: () => true });
    expect(reportOf(await host.exec('text(await tools.add({ name: "a", value: 5 }))'))).toBe(completed("5"));
  });
});
