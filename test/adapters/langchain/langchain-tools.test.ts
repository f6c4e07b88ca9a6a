import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseMessage } from "@langchain/core/messages";
import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { AIMessage, createAgent, fakeModel, ToolMessage } from "langchain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LangChainApproval, langchainTools } from "../../../src/adapters/langchain/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";
import { PNG } from "../sample-results.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-langchain-")));
  await writeFile(join(cwd, "dot.png"), Buffer.from(PNG, "base64"));
});
beforeEach(() => writeFile(join(cwd, "a.txt"), "one\ntwo\n"));
afterAll(() => rm(cwd, { recursive: true, force: true }));

const runtimeOf = (options: ToolRuntimeOptions = {}) =>
  createToolRuntime({ cwd, stateDirectory: join(cwd, "state"), ...options });
const content = () => readFile(join(cwd, "a.txt"), "utf8");
const edit = (id: string, from: string, to: string) => ({
  id,
  name: "edit_file",
  args: { path: join(cwd, "a.txt"), old_str: from, new_str: to },
});
const read = (id: string, file = "a.txt") => ({ id, name: "Read", args: { path: join(cwd, file) } });
const start = { messages: [{ role: "user" as const, content: "Go." }] };
type Calls = Parameters<ReturnType<typeof fakeModel>["respondWithTools"]>[0];

/** Creates a model that makes calls in its first turn and ends in its second one. */
const modelOf = (...calls: Calls) =>
  fakeModel().respondWithTools(calls).respond(new AIMessage("Done.")).respond(new AIMessage("Done."));

/** Returns the answers to the calls of a conversation, by call id. */
function answersOf(messages: readonly BaseMessage[]): Record<string, ToolMessage> {
  return Object.fromEntries(
    messages.filter(ToolMessage.isInstance).map((message) => [message.tool_call_id, message]),
  );
}

describe("langchainTools in createAgent", () => {
  it("runs the calls of one turn in their order, and the agent ends with a message", async () => {
    await using runtime = runtimeOf({ permissions: "allow-all" });
    const model = modelOf(edit("1", "one", "1"), edit("2", "1\ntwo", "1\n2"), read("3"));
    const agent = createAgent({ model, tools: langchainTools(runtime) });
    const { messages } = await agent.invoke(start);
    expect(messages.at(-1)?.text).toBe("Done.");
    expect(await content()).toBe("1\n2\n");
    const answers = answersOf(messages);
    expect(answers["3"]?.text).toContain("1: 1\n2: 2");
    expect(answers["3"]).toMatchObject({ status: "success", name: "Read", artifact: { status: "done" } });
  });

  it("repairs an input that LangChain would refuse, and answers errors as messages", async () => {
    await using runtime = runtimeOf();
    const model = modelOf(
      { id: "1", name: "Read", args: { file_path: join(cwd, "a.txt") } },
      { id: "2", name: "Read", args: { path: join(cwd, "missing.txt") } },
      { id: "3", name: "Read", args: {} },
    );
    const { messages } = await createAgent({ model, tools: langchainTools(runtime) }).invoke(start);
    const answers = answersOf(messages);
    expect(answers["1"]?.text).toContain("1: one");
    expect(answers["2"]).toMatchObject({ status: "error" });
    expect(answers["2"]?.text).toContain("missing.txt");
    expect(answers["3"]?.text).toContain("missing: path");
  });

  it("shows an image to the model", async () => {
    await using runtime = runtimeOf();
    const model = modelOf(read("1", "dot.png"));
    const { messages } = await createAgent({ model, tools: langchainTools(runtime) }).invoke(start);
    expect(answersOf(messages)["1"]?.content).toContainEqual({
      type: "image",
      mimeType: "image/png",
      data: PNG,
    });
  });

  it("interrupts the graph for an approval, and another runtime continues it", async () => {
    const checkpointer = new MemorySaver();
    const model = modelOf(read("1"), edit("2", "one", "1"));
    const config = { configurable: { thread_id: "t" } };
    {
      await using runtime = runtimeOf();
      const agent = createAgent({ model, tools: langchainTools(runtime), checkpointer });
      const paused: unknown = await agent.invoke(start, config);
      if (!isInterrupted<LangChainApproval>(paused)) throw new Error("The graph was not interrupted.");
      const [question] = paused.__interrupt__;
      expect(question?.value).toMatchObject({ type: "tool-approval", toolCallId: "2" });
      expect(question?.value?.text).toContain(`Change ${cwd}/a.txt\n  tool     edit_file (edit)\n`);
      expect(await content()).toBe("one\ntwo\n");
    }
    await using runtime = runtimeOf();
    const agent = createAgent({ model, tools: langchainTools(runtime), checkpointer });
    const { messages } = await agent.invoke(new Command({ resume: true }), config);
    expect(await content()).toBe("1\ntwo\n");
    expect(messages.at(-1)?.text).toBe("Done.");
    expect(answersOf(messages)["1"]?.text).toContain("1: one");
  });

  it("streams the steps of an agent with the result of each call", async () => {
    await using runtime = runtimeOf();
    const agent = createAgent({ model: modelOf(read("1")), tools: langchainTools(runtime) });
    const steps: string[] = [];
    for await (const update of await agent.stream(start, { streamMode: "updates" })) {
      steps.push(...Object.keys(update));
    }
    expect(steps).toEqual(["model_request", "tools", "model_request"]);
  });

  it("tells the model the reason of a rejection", async () => {
    await using runtime = runtimeOf();
    const model = modelOf(edit("1", "one", "1"));
    const config = { configurable: { thread_id: "t" } };
    const agent = createAgent({ model, tools: langchainTools(runtime), checkpointer: new MemorySaver() });
    await agent.invoke(start, config);
    const resume = { approved: false, reason: "Keep it." };
    const { messages } = await agent.invoke(new Command({ resume }), config);
    expect(answersOf(messages)["1"]?.text).toContain("Keep it.");
    expect(await content()).toBe("one\ntwo\n");
  });

  it("waits for each of several approvals of one turn, which are answered by the ids of their interrupts", async () => {
    await using runtime = runtimeOf();
    const model = modelOf(edit("1", "one", "1"), edit("2", "two", "2"));
    const config = { configurable: { thread_id: "t" } };
    const agent = createAgent({ model, tools: langchainTools(runtime), checkpointer: new MemorySaver() });
    const paused: unknown = await agent.invoke(start, config);
    if (!isInterrupted<LangChainApproval>(paused)) throw new Error("The graph was not interrupted.");
    const resume = Object.fromEntries(
      paused.__interrupt__.map(({ id, value }) => [id ?? "", value?.toolCallId === "2"]),
    );
    expect(Object.keys(resume)).toHaveLength(2);
    const { messages } = await agent.invoke(new Command({ resume }), config);
    expect(await content()).toBe("one\n2\n");
    expect(answersOf(messages)["1"]?.status).toBe("error");
  });

  it("answers that a call waits when the graph has no checkpointer, and asks the approver if there is one", async () => {
    await using waiting = runtimeOf();
    const first = await createAgent({
      model: modelOf(edit("1", "one", "1")),
      tools: langchainTools(waiting),
    }).invoke(start);
    expect(answersOf(first.messages)["1"]?.text).toContain("waits for the user's approval");
    await using asking = runtimeOf({ onApproval: () => true });
    await createAgent({ model: modelOf(edit("1", "one", "1")), tools: langchainTools(asking) }).invoke(start);
    expect(await content()).toBe("1\ntwo\n");
  });
});

describe("langchainTools without a graph", () => {
  it("returns the content for an input, and a message for a call", async () => {
    await using runtime = runtimeOf();
    const tool = langchainTools(runtime).find(({ name }) => name === "Read");
    const path = join(cwd, "a.txt");
    expect(await tool?.invoke({ path })).toContain("1: one");
    const message: unknown = await tool?.invoke({ ...read("7"), type: "tool_call" });
    expect(message).toMatchObject({ tool_call_id: "7", status: "success" });
  });
});
