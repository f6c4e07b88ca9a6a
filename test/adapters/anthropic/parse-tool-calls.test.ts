import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnthropicReply, parseToolCalls } from "../../../src/adapters/anthropic/index.js";

const use = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });

describe("parseToolCalls", () => {
  it("returns the calls of a message in order", () => {
    const content = [
      { type: "thinking", thinking: "Which one?", signature: "s" },
      { type: "text", text: "I shall read both." },
      use("toolu_1", "Read", { path: "/a" }),
      use("toolu_2", "Read", { path: "/b" }),
    ];
    const expected = [
      { id: "toolu_1", name: "Read", input: { path: "/a" } },
      { id: "toolu_2", name: "Read", input: { path: "/b" } },
    ];
    expect(parseToolCalls({ content })).toEqual(expected);
    expect(parseToolCalls(content)).toEqual(expected);
  });

  it.each([
    [
      "a tool that the API runs itself",
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    ],
    ["its result", { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] }],
    ["redacted thinking", { type: "redacted_thinking", data: "x" }],
    ["a block of a future API", { type: "hologram", id: "h", name: "Read", input: {} }],
  ])("passes over %s", (_what, block) => {
    expect(parseToolCalls([block])).toEqual([]);
  });

  it.each<[what: string, block: Record<string, unknown>, call: unknown]>([
    ["without an id", { name: "Read", input: {} }, { id: "call-0", name: "Read", input: {} }],
    ["with a number as id", { id: 7, name: "Read", input: {} }, { id: "call-0", name: "Read", input: {} }],
    ["without a name", { id: "t", input: {} }, { id: "t", name: "", input: {} }],
    ["without input", { id: "t", name: "Read" }, { id: "t", name: "Read", input: {} }],
    [
      "with a string of JSON as input",
      { id: "t", name: "Read", input: "{" },
      { id: "t", name: "Read", input: "{" },
    ],
    ["with a list as input", { id: "t", name: "Read", input: [1] }, { id: "t", name: "Read", input: [1] }],
  ])("makes a call of a block %s, for the pipeline to answer", (_what, block, call) => {
    expect(parseToolCalls([{ type: "tool_use", ...block }])).toEqual([call]);
  });

  it("finds no call in a message whose content is text", () => {
    expect(parseToolCalls({ content: "Done." })).toEqual([]);
  });

  it("never throws for any message", () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (message, blocks) => {
        parseToolCalls(message as AnthropicReply);
        const calls = parseToolCalls([...blocks, { type: "tool_use" }] as AnthropicReply);
        expect(calls.at(-1)).toEqual({ id: `call-${blocks.length}`, name: "", input: {} });
      }),
    );
  });
});
