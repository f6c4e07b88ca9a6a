import type Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { ScriptedModel } from "../../examples/quickstart/scripted-model.js";

const tools: Anthropic.Tool[] = [{ name: "Read", input_schema: { type: "object" } }];
const signal = new AbortController().signal;

function request(content: Anthropic.MessageParam["content"]) {
  return { messages: [{ role: "user" as const, content }], tools, signal };
}

function answered(content: string) {
  return request([{ type: "tool_result", tool_use_id: "toolu_1_1", content }]);
}

describe("ScriptedModel", () => {
  it("returns its turns as messages of the API", async () => {
    const model = new ScriptedModel([
      { says: "First.", calls: [{ name: "Read", input: { path: "/a" } }] },
      { sees: ["1: one"], says: "Done." },
    ]);
    expect((await model.reply(request("Go."))).content).toMatchObject([
      { type: "text", text: "First." },
      { type: "tool_use", id: "toolu_1_1", name: "Read", input: { path: "/a" } },
    ]);
    expect(() => model.assertComplete()).toThrow("only 1 were taken");
    expect((await model.reply(answered("1: one"))).content).toMatchObject([{ text: "Done." }]);
    expect(() => model.assertComplete()).not.toThrow();
  });

  it("fails when it is called again after the last turn of the script", async () => {
    await expect(new ScriptedModel([]).reply(request("Go."))).rejects.toThrow(
      "the loop requested another one",
    );
  });

  it("fails when the results differ from the script, and shows them", async () => {
    const model = new ScriptedModel([{ sees: ["exit 0"], says: "Fine." }]);
    await expect(model.reply(answered("exit 1"))).rejects.toThrow(
      'expected "exit 0" in the results, but got:\nexit 1',
    );
  });

  it("fails when it calls a tool that is not offered", async () => {
    const model = new ScriptedModel([{ says: "Out.", calls: [{ name: "Launch", input: {} }] }]);
    await expect(model.reply(request("Go."))).rejects.toThrow('"Launch", which is not offered');
  });
});
