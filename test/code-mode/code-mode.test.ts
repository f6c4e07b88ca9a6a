import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool, type ToolEvent } from "../../src/core.js";
import { createProgramHost, textOf } from "./program-host.js";

describe("a program", () => {
  it("reaches the model only by text, image and its value", async () => {
    await using host = createProgramHost({ values: new Map([["a", 1]]) });
    const result = await host.run(`
      const a = await tools.get({ name: "a" });
      await tools.get({ name: "unseen" });
      text("a is", a);
      text({ a });
      image("data:image/png;base64,AAAA");
      a + 1`);
    expect(result).toMatchObject({ status: "done", result: { value: 2 } });
    expect(result.content).toEqual([
      { type: "text", text: 'a is 1\n{\n  "a": 1\n}' },
      { type: "image", data: "AAAA", mediaType: "image/png" },
      { type: "text", text: "2" },
    ]);
  });

  it("says so when it has no output", async () => {
    await using host = createProgramHost();
    expect(textOf(await host.run("await tools.get({ name: 'a' });\nconst b = 1;"))).toContain(
      "without output",
    );
  });

  it("takes a program in a code fence and under another parameter name", async () => {
    await using host = createProgramHost();
    const input = { script: "```js\nreturn 7\n```" };
    const result = await host.runtime.execute({ id: "1", name: "run_code", input });
    expect(result).toMatchObject({ status: "done", result: { value: 7 } });
  });

  it("catches the error of a call with its code, status and message", async () => {
    await using host = createProgramHost();
    const result = await host.run(`
      const caught = [];
      for (const name of ["fail", "unknown_tool", "run_code"]) {
        try { await tools[name]({ code: "1" }) } catch (error) { caught.push([error.name, error.code, error.status]) }
      }
      try { await tools.get({ nam: 1 }) } catch (error) { caught.push(error.code) }
      return caught`);
    expect(result).toMatchObject({
      result: {
        value: [
          ["ToolError", "tool-failed", "error"],
          ["ToolError", "unknown-tool", "error"],
          ["ToolError", "not-in-programs", "error"],
          "invalid-input",
        ],
      },
    });
  });

  it("names the line of an error and keeps the output before it", async () => {
    await using host = createProgramHost();
    const thrown = await host.run('text("before");\nthrow new TypeError("wrong");');
    expect(thrown).toMatchObject({ status: "error", error: { errorCode: "program-failed" } });
    expect(textOf(thrown)).toMatch(/^TypeError: .* \(line 2\)[\s\S]*before$/);
    expect(textOf(await host.run("\n\nconst = 1"))).toMatch(/^SyntaxError: .* \(line 3\)$/);
    expect(textOf(await host.run("\nawait tools.fail();"))).toMatch(/it failed.* \(line 2\)/);
  });

  it("passes every call through the rules, the events and the parent call", async () => {
    const events: ToolEvent[] = [];
    await using host = createProgramHost({
      permissions: { rules: [{ tool: "set", verdict: "deny", reason: "read-only" }] },
      onEvent: (event) => events.push(event),
    });
    const result = await host.run(
      "const got = await tools.get({ name: 'a' });\nreturn await tools.set({ name: 'a', value: 1 }).catch(({ message }) => message)",
      "outer",
    );
    expect(textOf(result)).toContain("read-only");
    expect(host.executed).toEqual(["get a"]);
    const started = events.filter(({ type }) => type === "tool-call-start");
    expect(started.map(({ callId }) => callId)).toEqual(["outer", "outer/1"]);
  });

  it("asks the approver within the program", async () => {
    const asked: string[] = [];
    await using host = createProgramHost({
      onApproval: ({ toolName, callId }) => {
        asked.push(`${toolName} ${callId}`);
        return asked.length === 1;
      },
    });
    const result = await host.run(`
      const first = await tools.add({ name: "a", value: 2 });
      const second = await tools.add({ name: "a", value: 2 }).catch(({ code }) => code);
      return [first, second]`);
    expect(result).toMatchObject({ result: { value: [2, "rejected-by-user"] } });
    expect(asked).toEqual(["add p1/1", "add p1/2"]);
  });

  it("reads the whole result of a tool that the model would see truncated", async () => {
    const long = defineTool({
      name: "long",
      description: "Returns a long text.",
      kind: "read",
      truncation: { maxBytes: 200 },
      inputSchema: z.object({}),
      execute: () => "x".repeat(100_000),
    });
    await using host = createProgramHost({ more: [long] });
    expect(await host.run("(await tools.long()).length")).toMatchObject({ result: { value: 100_000 } });
  });

  it("receives the images of a result together with its value", async () => {
    const picture = defineTool({
      name: "picture",
      description: "Returns an image.",
      kind: "read",
      inputSchema: z.object({}),
      execute: () => "a picture",
      render: () => [{ type: "image", data: "AAAA", mediaType: "image/png" }],
    });
    await using host = createProgramHost({ more: [picture] });
    const result = await host.run("const got = await tools.picture();\nimage(got);\ngot.result");
    expect(result.content).toEqual([
      { type: "image", data: "AAAA", mediaType: "image/png" },
      { type: "text", text: "a picture" },
    ]);
  });

  it("cancels calls that it does not wait for, and says so", async () => {
    await using host = createProgramHost({ pause: () => new Promise(() => {}) });
    const result = await host.run("tools.get({ name: 'a' });\n'done'");
    expect(textOf(result)).toMatch(/^done\n\[1 call not awaited/);
    expect(host.executed).toEqual([]);
  });

  it("ends with its call", async () => {
    const stop = new AbortController();
    await using host = createProgramHost({
      pause: async () => {
        stop.abort();
        await new Promise(() => {});
      },
    });
    const call = { id: "1", name: "run_code", input: { code: "await tools.get({ name: 'a' })" } };
    expect(await host.runtime.execute(call, { signal: stop.signal })).toMatchObject({ status: "cancelled" });
  });

  it("runs timers and ends early with exit", async () => {
    await using host = createProgramHost();
    const result = await host.run(`
      const stopped = setTimeout(() => text("never"), 1);
      clearTimeout(stopped);
      setTimeout((word) => { text(word); exit(); }, 5, "late");
      await new Promise(() => {})`);
    expect(textOf(result)).toBe("late");
  });

  it("sees a clock that stands still between its calls and repeatable random numbers", async () => {
    await using host = createProgramHost();
    const code =
      "const start = Date.now();\nfor (let i = 0; i < 1e5; i++);\nreturn [Date.now() - start, new Date().getTime() - start, Math.random()]";
    const [first, again] = [await host.run(code, "same"), await host.run(code, "same")];
    expect(first.result).toMatchObject({ value: [0, 0, expect.any(Number)] });
    expect(again.result).toEqual(first.result);
  });
});

describe("the tool of code mode", () => {
  it("declares the tools from their schemas", async () => {
    await using host = createProgramHost();
    const [tool] = host.code.tools();
    expect(tool?.description).toContain(
      "set(args: {\n  name: string;\n  value: number;\n}): Promise<unknown>;",
    );
    expect(tool?.description).not.toContain("run_code(");
  });

  it("names tools alone when there are many, and lets a program search and describe them", async () => {
    await using host = createProgramHost({ codeMode: { maxDeclarations: 100 } });
    const [tool] = host.code.tools();
    expect(tool?.description).toContain("Tools: get, set, add, fail");
    const result = await host.run(
      `return [(await searchTools("store number")).map(({ name }) => name)[0], await describeTool("set")]`,
    );
    expect(result.result).toMatchObject({ value: ["set", expect.stringContaining("value: number")] });
    expect(textOf(await host.run("await describeTool('nothing')"))).toContain("searchTools");
  });

  it("offers only the tools of its option, and no longer runs after its removal", async () => {
    await using host = createProgramHost({ codeMode: { tools: ({ name }) => name === "get" } });
    expect(host.code.tools()[0]?.description).not.toContain("set(");
    expect(await host.run("tools.set({ name: 'a', value: 1 }).catch(({ code }) => code)")).toMatchObject({
      result: { value: "not-in-programs" },
    });
    host.code.remove();
    expect(await host.run("1")).toMatchObject({ status: "error", error: { errorCode: "unknown-tool" } });
  });
});
