import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repairToolCall, toToolApproval, toToolSet } from "../../../src/adapters/ai-sdk/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";
import { PNG } from "../sample-results.js";
import { SDKS, type UiMessage } from "./sdk-majors.js";

let cwd: string;
let warnings: unknown[];
const logging = globalThis as { AI_SDK_LOG_WARNINGS?: unknown };

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-ai-sdk-majors-")));
  await writeFile(join(cwd, "dot.png"), Buffer.from(PNG, "base64"));
});
beforeEach(async () => {
  warnings = [];
  logging.AI_SDK_LOG_WARNINGS = (given: { readonly warnings: readonly unknown[] }) => {
    warnings.push(...given.warnings);
  };
  await writeFile(join(cwd, "a.txt"), "one\ntwo\n");
});
afterEach(() => {
  delete logging.AI_SDK_LOG_WARNINGS;
  expect(warnings).toEqual([]);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const runtimeOf = (options: ToolRuntimeOptions = {}) =>
  createToolRuntime({ cwd, stateDirectory: join(cwd, "state"), ...options });
const content = () => readFile(join(cwd, "a.txt"), "utf8");
const edit = (id: string, from: string, to: string) => ({
  id,
  name: "edit_file",
  input: { path: join(cwd, "a.txt"), old_str: from, new_str: to },
});
const read = (id: string, file = "a.txt") => ({ id, name: "Read", input: { path: join(cwd, file) } });
const user = { role: "user", content: "Go." };
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe.each(SDKS)("a tool set of the AI SDK $major", (sdk) => {
  const { generateText, streamText, stopWhen, model, repairOption } = sdk;

  it("runs the calls of one step in their order", async () => {
    await using runtime = runtimeOf({ permissions: "allow-all" });
    const language = model([edit("1", "one", "1"), edit("2", "1\ntwo", "1\n2"), read("3")]);
    const { text } = await generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen,
    });
    expect(text).toBe("Done.");
    expect(await content()).toBe("1\n2\n");
    expect(JSON.stringify(language.prompts[1]?.at(-1))).toContain("1: 1\\n2: 2");
  });

  it("leaves questions to the SDK without an approver, and another process continues after the approval", async () => {
    const language = model([edit("1", "one", "1"), read("2")]);
    const messages: unknown[] = [user];
    {
      await using runtime = runtimeOf();
      const asked = await generateText({ model: language, messages, tools: toToolSet(runtime), stopWhen });
      const requests = asked.content.filter(({ type }) => type === "tool-approval-request");
      expect(requests).toMatchObject([{ toolCall: { toolCallId: "1", toolName: "edit_file" } }]);
      expect(await content()).toBe("one\ntwo\n");
      messages.push(...stored(asked.response.messages), {
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId: requests[0]?.approvalId, approved: true }],
      });
    }
    await using runtime = runtimeOf();
    const { text } = await generateText({
      model: language,
      messages: stored(messages),
      tools: toToolSet(runtime),
      stopWhen,
    });
    expect(text).toBe("Done.");
    expect(await content()).toBe("1\ntwo\n");
  });

  it("does not run a call that the SDK's user denies", async () => {
    await using runtime = runtimeOf();
    const language = model([edit("1", "one", "1")]);
    const tools = toToolSet(runtime);
    const asked = await generateText({ model: language, messages: [user], tools, stopWhen });
    const request = asked.content.find(({ type }) => type === "tool-approval-request");
    const denial = {
      type: "tool-approval-response",
      approvalId: request?.approvalId,
      approved: false,
      reason: "Keep it.",
    };
    await generateText({
      model: language,
      messages: [user, ...asked.response.messages, { role: "tool", content: [denial] }],
      tools,
      stopWhen,
    });
    expect(await content()).toBe("one\ntwo\n");
    expect(JSON.stringify(language.prompts[1])).toContain("Keep it.");
  });

  it("does not take the approval of an earlier turn for a new call with the same id", async () => {
    await using runtime = runtimeOf();
    const { edit_file: tool } = toToolSet(runtime);
    const messages = [
      {
        role: "assistant",
        content: [{ type: "tool-approval-request", approvalId: "a", toolCallId: "call_0" }],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: true }] },
    ];
    const { input } = edit("", "one", "1");
    const later = [...messages, { role: "user", content: "Now this." }];
    const result = await tool?.execute(input, { toolCallId: "call_0", messages: later });
    expect(result?.status).toBe("blocked-on-user");
    const other = await tool?.execute(input, { toolCallId: "call_1", messages });
    expect(other?.status).toBe("blocked-on-user");
    const approved = await tool?.execute(input, { toolCallId: "call_0", messages });
    expect(approved?.status).toBe("done");
  });

  it("asks the approver of the runtime if there is one, and not the SDK's user", async () => {
    const asked: string[] = [];
    await using runtime = runtimeOf({
      onApproval: ({ title }) => {
        asked.push(title);
        return asked.length === 1 ? true : { approved: false, reason: "Not today." };
      },
    });
    const language = model([edit("1", "one", "1"), edit("2", "two", "2")]);
    const { text } = await generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen,
    });
    expect(text).toBe("Done.");
    expect(asked).toEqual([`Change ${cwd}/a.txt`, `Change ${cwd}/a.txt`]);
    expect(await content()).toBe("1\ntwo\n");
    expect(JSON.stringify(language.prompts[1]?.at(-1))).toContain("Not today.");
  });

  it("answers a missing file, a wrong input and a denied command in words, and the loop continues", async () => {
    await using runtime = runtimeOf({
      permissions: [{ tool: "Bash", command: "npm *", verdict: "deny", reason: "No commands here." }],
    });
    const language = model([
      read("1", "missing.txt"),
      { id: "2", name: "Read", input: { file: 7 } },
      { id: "3", name: "Bash", input: { cmd: "npm test" } },
    ]);
    const tools = toToolSet(runtime);
    const { text } = await generateText({ model: language, prompt: "Go.", tools, stopWhen });
    expect(text).toBe("Done.");
    const answers = language.prompts[1]?.at(-1)?.content as {
      readonly toolCallId: string;
      output: unknown;
    }[];
    const byId = Object.fromEntries(answers.map(({ toolCallId, output }) => [toolCallId, output]));
    expect(byId).toMatchObject({
      "1": { type: "error-text", value: expect.stringContaining("missing.txt") },
      "2": { type: "error-text", value: expect.stringContaining("missing: path") },
      "3": { type: "execution-denied", reason: expect.stringContaining("No commands here.") },
    });
  });

  it("shows an image without a warning of the SDK", async () => {
    await using runtime = runtimeOf();
    const language = model([read("1", "dot.png")]);
    await generateText({ model: language, prompt: "Go.", tools: toToolSet(runtime), stopWhen });
    const answer = JSON.stringify(language.prompts[1]?.at(-1));
    expect(answer).toContain(PNG);
    expect(answer).toContain('"mediaType":"image/png"');
  });

  it("repairs names and arguments that the SDK refuses", async () => {
    await using runtime = runtimeOf();
    const path = join(cwd, "a.txt");
    const language = model([
      { id: "1", name: "read_file", input: { path } },
      { id: "2", name: "Read", input: `${JSON.stringify({ path })}${JSON.stringify({ path })}` },
      { id: "3", name: "Raed", input: { path } },
      { id: "4", name: "Read", input: `{"path":"${path.slice(0, 6)}` },
    ]);
    const { text } = await generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen,
      [repairOption]: repairToolCall(runtime),
    });
    expect(text).toBe("Done.");
    const answers = language.prompts[1]?.at(-1)?.content as {
      readonly toolCallId: string;
      output: unknown;
    }[];
    const byId = Object.fromEntries(
      answers.map(({ toolCallId, output }) => [toolCallId, JSON.stringify(output)]),
    );
    expect(byId["1"]).toContain("1: one");
    expect(byId["2"]).toContain("1: one");
    expect(byId["3"]).toContain("Did you mean 'Read'");
    expect(byId["4"]).toContain("ends unexpectedly");
  });

  it("works for a chat: the question is a part of the message, and the next request runs the approved call", async () => {
    const language = model(["I will edit.", edit("1", "one", "1")]);
    const uiUser = { id: "u", role: "user", parts: [{ type: "text", text: "Go." }] };
    let shown: UiMessage | undefined;
    {
      await using runtime = runtimeOf();
      const run = streamText({ model: language, messages: [user], tools: toToolSet(runtime), stopWhen });
      for await (const message of sdk.readUIMessageStream({ stream: run.toUIMessageStream() }))
        shown = message;
    }
    const question = shown?.parts.find(({ state }) => state === "approval-requested");
    expect(question).toMatchObject({ type: "tool-edit_file", input: { old_str: "one" } });
    expect(await content()).toBe("one\ntwo\n");
    const { id } = (question?.approval ?? {}) as { readonly id?: string };
    const answered = {
      ...shown,
      parts: shown?.parts.map((part) =>
        part === question ? { ...part, state: "approval-responded", approval: { id, approved: true } } : part,
      ),
    };
    await using runtime = runtimeOf();
    const tools = toToolSet(runtime);
    const messages = await sdk.convertToModelMessages(stored([uiUser, answered]), { tools });
    const events: string[] = [];
    for await (const { type } of streamText({ model: language, messages, tools, stopWhen }).fullStream) {
      events.push(String(type));
    }
    expect(events).toContain("tool-result");
    expect(events).toContain("text-delta");
    expect(await content()).toBe("1\ntwo\n");
  });

  it("streams partial arguments, and then the result", async () => {
    await using runtime = runtimeOf();
    const run = streamText({
      model: model([read("1")]),
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen,
    });
    const types: unknown[] = [];
    for await (const { type } of run.fullStream) types.push(type);
    const order = ["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call", "tool-result"];
    expect(
      types.filter((type, index) => order.includes(String(type)) && types.indexOf(type) === index),
    ).toEqual(order);
  });
});

describe("toToolApproval", () => {
  const [, sdk] = SDKS;
  if (sdk === undefined) throw new Error("AI SDK 7 is missing.");

  it("adds the reason of the question, and denies by a rule without one", async () => {
    await using runtime = runtimeOf({
      permissions: [
        { tool: "edit_file", verdict: "ask", reason: "Edits are reviewed." },
        { tool: "Bash", verdict: "deny", command: "curl *", reason: "No network here." },
      ],
    });
    const language = sdk.model([
      edit("1", "one", "1"),
      read("2"),
      { id: "3", name: "Bash", input: { cmd: "curl example.org" } },
    ]);
    const { content: parts } = await sdk.generateText({
      model: language,
      prompt: "Go.",
      tools: toToolSet(runtime),
      stopWhen: sdk.stopWhen,
      toolApproval: toToolApproval(runtime),
    });
    const requests = parts.filter(
      ({ type, isAutomatic }) => type === "tool-approval-request" && !isAutomatic,
    );
    expect(requests).toMatchObject([
      { toolCall: { toolCallId: "1" }, reason: expect.stringContaining("Edits are reviewed.") },
    ]);
    const answers = parts.filter(({ type }) => type === "tool-approval-response");
    expect(answers).toMatchObject([{ approved: false, reason: expect.stringContaining("No network here.") }]);
  });

  it("leaves every call to the approver of the runtime if there is one", async () => {
    await using runtime = runtimeOf({ onApproval: () => true });
    const { edit_file: status } = toToolApproval(runtime);
    expect(await status?.(edit("1", "one", "1").input, { toolCallId: "1" })).toBeUndefined();
  });
});
