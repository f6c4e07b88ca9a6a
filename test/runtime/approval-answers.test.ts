import { describe, expect, it, vi } from "vitest";
import type { ApprovalAnswer, ApprovalRequest, ToolResult } from "../../src/core.js";
import { createToolRuntime, deferred, defineTool, manualClock, settle, z } from "./fixtures.js";

/** A tool that writes a page and returns its name. */
function pages(log: string[] = []) {
  const tool = defineTool({
    name: "write",
    description: "Writes a page.",
    kind: "other",
    aliases: ["Save"],
    inputSchema: z.object({ page: z.string().min(1), text: z.string().default("") }),
    executionProfile: { resourceKeys: ({ page }) => [{ key: page, mode: "write" }] },
    facts: ({ page }) => ({ hosts: [`${page}.example.org`] }),
    execute: async ({ page, text }) => {
      log.push(`start ${page}`);
      await settle();
      log.push(`end ${page}`);
      return `wrote ${page}: ${text}`;
    },
  });
  return { tool, log };
}

const call = (page: string, id = "a", name = "write") => ({ id, name, input: { page } });
const textOf = (result: ToolResult | undefined) =>
  (result?.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");

describe("an answer with an edited input", () => {
  const withInput = (input: unknown) => async (): Promise<ApprovalAnswer> => ({ approved: true, input });

  it("runs the edited input and states this to the model", async () => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({ tools: [tool], onApproval: withInput({ page: "other" }) });
    const result = await runtime.execute(call("home", "a", "Save"));
    expect(log).toEqual(["start other", "end other"]);
    expect(result).toMatchObject({ status: "done", result: "wrote other: ", requestedName: "Save" });
    expect(textOf(result)).toMatch(/user changed the input.*"other"/);
    expect(result.metadata).toMatchObject({ editedInput: { page: "other", text: "" } });
  });

  it.each<[string, unknown]>([
    ["a wrong type", { page: 1, text: [] }],
    ["an empty value", { page: "" }],
    ["a missing parameter", {}],
    ["no object", "home"],
    ["null", null],
  ])("validates an edited input like one from the model: %s", async (_title, input) => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({ tools: [tool], inputRepair: "off", onApproval: withInput(input) });
    const result = await runtime.execute(call("home"));
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(result.error?.message).toContain("user changed the input");
    expect(log).toEqual([]);
  });

  it("denies an edited input that a rule denies", async () => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: [{ host: "secret.example.org", verdict: "deny" }],
      onApproval: withInput({ page: "secret" }),
    });
    const result = await runtime.execute(call("home"));
    expect(result.error?.errorCode).toBe("permission-denied");
    expect(log).toEqual([]);
  });

  it("waits for the calls that use the resources of the edited input", async () => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: ({ callId }) => (callId === "b" ? { approved: true, input: { page: "one" } } : true),
    });
    const results = await runtime.executeBatch([call("one", "a"), call("two", "b"), call("one", "c")]);
    expect(results.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    // Two calls never use one page at the same time, in any order.
    for (let index = 0; index < log.length; index += 2) {
      expect([log[index], log[index + 1]]).toEqual(["start one", "end one"]);
    }
  });

  it("waits for the calls that use the resources of the edited input with middleware", async () => {
    const { tool, log } = pages();
    const seen: string[] = [];
    const runtime = createToolRuntime({
      tools: [tool],
      middleware: [
        async (_call, next) => {
          const result = await next();
          seen.push(result.status);
          return result;
        },
      ],
      onApproval: ({ callId }) => (callId === "b" ? { approved: true, input: { page: "one" } } : true),
    });
    await runtime.executeBatch([call("one", "a"), call("two", "b")]);
    expect(seen).toEqual(["done", "done"]);
    expect(log).toEqual(["start one", "end one", "start one", "end one"]);
  });

  it("resumes a call with an edited input, bound to the same question", async () => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({ tools: [tool] });
    const blocked = JSON.parse(JSON.stringify(await runtime.executeBatch([call("home")])));
    const [result] = await runtime.resume(blocked, { a: { approved: true, input: { page: "other" } } });
    expect(result?.status).toBe("done");
    expect(log).toEqual(["start other", "end other"]);
  });

  it("remembers the edited input for the session as the one that ran", async () => {
    const { tool } = pages();
    const asked: string[] = [];
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: ({ facts }) => {
        asked.push(facts.hosts?.[0] ?? "");
        return { approved: true, remember: "session", input: { page: "other" } };
      },
    });
    await runtime.execute(call("home"));
    await runtime.execute(call("other"));
    await runtime.execute(call("home"));
    expect(asked).toEqual(["home.example.org", "home.example.org"]);
  });

  it("refuses an edited input for a question of a running call", async () => {
    const answers: boolean[] = [];
    const tool = defineTool({
      name: "careful",
      description: "Asks while it runs.",
      kind: "think",
      inputSchema: z.object({}),
      execute: async (_input, context) => {
        answers.push(await context.ask({ reason: "really?" }));
        return "ran";
      },
    });
    const runtime = createToolRuntime({ tools: [tool], onApproval: withInput({}) });
    expect((await runtime.execute({ id: "a", name: "careful", input: {} })).status).toBe("done");
    expect(answers).toEqual([false]);
  });
});

describe("the first answer to a question", () => {
  it.each<[string, readonly (boolean | ApprovalAnswer)[], readonly string[]]>([
    ["two times yes", [true, true], ["done", "rejected-by-user"]],
    ["yes, then no", [true, false], ["done", "rejected-by-user"]],
    ["no, then yes", [false, true], ["rejected-by-user", "rejected-by-user"]],
  ])("accepts only the first of two answers to one question: %s", async (_title, answers, statuses) => {
    const { tool, log } = pages();
    const runtime = createToolRuntime({ tools: [tool] });
    const blocked = JSON.parse(JSON.stringify(await runtime.executeBatch([call("home")])));
    const results = await Promise.all(answers.map((answer) => runtime.resume(blocked, { a: answer })));
    expect(results.map(([result]) => result?.status)).toEqual(statuses);
    expect(log).toHaveLength(statuses.includes("done") ? 2 : 0);
    const later = results[1]?.[0];
    if (answers[0] === true || answers[1] === true) {
      expect(later?.error?.message).toMatch(/answered before/);
    }
  });

  it("ignores an answer to a call of another turn with the same id", async () => {
    const { tool } = pages();
    const runtime = createToolRuntime({ tools: [tool] });
    for (let turn = 0; turn < 2; turn += 1) {
      const blocked = await runtime.executeBatch([call("home")]);
      expect((await runtime.resume(blocked, { a: true }))[0]?.status).toBe("done");
    }
  });
});

describe("a slow approver", () => {
  it("rejects the call when the approval times out, while others continue", async () => {
    const clock = manualClock();
    const { tool, log } = pages();
    let aborted = false;
    const asked = [deferred(), deferred()];
    let questions = 0;
    const runtime = createToolRuntime({
      tools: [tool],
      clock,
      approvalTimeoutMs: 1_000,
      onApproval: ({ facts }, { signal }) => {
        asked[questions++]?.resolve();
        signal.addEventListener("abort", () => {
          aborted = true;
        });
        return facts.hosts?.[0]?.startsWith("slow") ? new Promise<boolean>(() => {}) : true;
      },
    });
    const batch = runtime.executeBatch([call("slow", "a"), call("quick", "b")]);
    await Promise.all(asked.map(({ promise }) => promise));
    await clock.advance(1_000);
    const [slow, quick] = await batch;
    expect(slow).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-failed" } });
    expect(slow?.error?.message).toContain("1000 ms");
    expect(quick?.status).toBe("done");
    expect(log).toEqual(["start quick", "end quick"]);
    expect(aborted).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it("refuses an invalid approval timeout", () => {
    expect(() => createToolRuntime({ approvalTimeoutMs: 0 })).toThrow(RangeError);
  });

  it("accepts answers in any order", async () => {
    const { tool, log } = pages();
    const waiting = new Map<string, ReturnType<typeof deferred<boolean>>>();
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: ({ callId }) => {
        const answer = deferred<boolean>();
        waiting.set(callId, answer);
        return answer.promise;
      },
    });
    const batch = runtime.executeBatch([call("one", "a"), call("two", "b")]);
    await vi.waitFor(() => expect(waiting.size).toBe(2));
    waiting.get("b")?.resolve(true);
    await vi.waitFor(() => expect(log).toContain("end two"));
    waiting.get("a")?.resolve(false);
    expect((await batch).map(({ status }) => status)).toEqual(["rejected-by-user", "done"]);
  });
});

describe("the question", () => {
  const shell = defineTool({
    name: "Bash",
    description: "Runs a command.",
    kind: "execute",
    inputSchema: z.object({ cmd: z.string() }),
    facts: ({ cmd }) => ({ command: cmd }),
    execute: ({ cmd }) => `ran ${cmd}`,
  });
  const questionAbout = async (cmd: string): Promise<ApprovalRequest | undefined> => {
    const questions: ApprovalRequest[] = [];
    const runtime = createToolRuntime({
      tools: [shell],
      onApproval: (request) => {
        questions.push(request);
        return false;
      },
    });
    await runtime.execute({ id: "a", name: "Bash", input: { cmd } });
    return questions[0];
  };

  it("lists every parsed and unwrapped command of a shell command", async () => {
    const question = await questionAbout("npm test && sudo rm 'a b' $(echo x)");
    expect(question?.commands).toEqual([
      { words: ["npm", "test"] },
      { words: ["sudo", "rm", "a b", "$(echo x)"] },
      { words: ["rm", "a b", "$(echo x)"], within: "sudo" },
      { words: ["echo", "x"], within: "$()" },
    ]);
    expect(question?.facts.command).toBe("npm test && sudo rm 'a b' $(echo x)");
    expect(JSON.parse(JSON.stringify(question))).toEqual(question);
  });

  it("states how many commands the question omits", async () => {
    const question = await questionAbout(`${"npm test; ".repeat(120)}rm x`);
    expect(question?.commands).toHaveLength(100);
    expect(question?.omittedCommands).toBe(21);
    expect((await questionAbout("npm test; rm x"))?.omittedCommands).toBeUndefined();
  });

  it.each([
    ["npm test", true],
    ["make build", true],
    ["node x.mjs", false],
    ["docker run x", false],
    ["sudo ls", false],
  ])("says beforehand whether %s can be remembered for the session", async (cmd, canRemember) => {
    let asked = 0;
    await using runtime = createToolRuntime({
      tools: [shell],
      repeatedCalls: "allow",
      onApproval: (request) => {
        asked += 1;
        expect(request.canRemember).toBe(canRemember);
        return { approved: true, remember: "session" };
      },
    });
    for (const id of ["1", "2"]) await runtime.execute({ id, name: "Bash", input: { cmd } });
    expect(asked).toBe(canRemember ? 1 : 2);
  });

  it("suggests narrow rules that answer the question when they are remembered", async () => {
    const question = await questionAbout("npm run test -- --watch");
    expect(question?.suggestedRules).toEqual([{ tool: "Bash", command: "npm run test *", verdict: "allow" }]);

    let asked = 0;
    const runtime = createToolRuntime({
      tools: [shell],
      onApproval: ({ suggestedRules = [] }) => {
        asked += 1;
        return { approved: true, remember: suggestedRules };
      },
    });
    for (const cmd of ["npm run test -- --watch", "npm run test", "npm run build"]) {
      expect((await runtime.execute({ id: "a", name: "Bash", input: { cmd } })).status).toBe("done");
    }
    expect(asked).toBe(2);
  });

  it.each<[string, readonly string[] | undefined]>([
    ["npm test", undefined],
    ["npm test \u001b[2J", ["hidden-characters"]],
    ["npm test\u202e", ["hidden-characters"]],
    ["$X", ["unreadable-command"]],
    ["npm test > $OUT", ["unknown-paths"]],
  ])("warns of risks that are easily overlooked: %j", async (cmd, warnings) => {
    const question = await questionAbout(cmd);
    if (warnings === undefined) expect(question?.warnings).toBeUndefined();
    else expect(question?.warnings).toEqual(expect.arrayContaining([...warnings]));
  });

  it("shows hidden characters in the question, and keeps them in the call", async () => {
    const question = await questionAbout("npm test \u200b");
    expect(question?.commands).toEqual([{ words: ["npm", "test", "\\u{200b}"] }]);
    expect(question?.input).toEqual({ cmd: "npm test \u200b" });
  });
});

describe("explain", () => {
  it("explains why a call would be asked about without running or asking anything", async () => {
    const { tool, log } = pages();
    const asked: ApprovalRequest[] = [];
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: [{ host: "home.example.org", verdict: "allow", reason: "Ours." }],
      onApproval: (request) => asked.push(request) > 0,
    });
    const home = await runtime.explain(call("home", "a", "Save"));
    expect(home).toMatchObject({
      callId: "a",
      toolName: "write",
      decision: { verdict: "allow", source: "rule" },
    });
    expect(home.text).toBe(
      [
        'Allowed by the rule { host: "home.example.org", verdict: "allow" }: Ours.',
        '- host home.example.org: Allowed by the rule { host: "home.example.org", verdict: "allow" }: Ours.',
      ].join("\n"),
    );
    expect(await runtime.explain(call("other"))).toMatchObject({
      decision: { verdict: "ask", source: "kind" },
      aspects: [{ type: "host", subject: "other.example.org" }],
    });
    const unknown = await runtime.explain({ id: "b", name: "nope", input: {} });
    expect(unknown.decision).toBeUndefined();
    expect(unknown.text).toContain("nope");
    expect(log).toEqual([]);
    expect(asked).toEqual([]);
  });
});
