import { AIMessage, coerceMessageLikeToMessage, ToolMessage } from "@langchain/core/messages";
import { isLangChainTool } from "@langchain/core/utils/function_calling";
import { describe, expect, it } from "vitest";
import { parseToolCalls, toToolResults, toTools } from "../../../src/adapters/langchain/index.js";
import { plain, tool } from "../hostile-tools.js";
import { done, failed, image, PNG, pdf, text } from "../sample-results.js";

describe("toTools", () => {
  it("returns tools in the form that LangChain accepts", () => {
    const [wire] = toTools([tool(plain)]);
    expect(wire).toEqual({ name: "lookup", description: "Looks things up.", schema: plain });
    expect(isLangChainTool(wire)).toBe(true);
  });
});

describe("parseToolCalls", () => {
  it("takes the calls of a message, and those whose arguments LangChain could not parse", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [{ type: "tool_call", id: "1", name: "lookup", args: { path: "a" } }],
      invalid_tool_calls: [
        { type: "invalid_tool_call", id: "2", name: "lookup", args: '{"path":', error: "Malformed." },
      ],
    });
    expect(parseToolCalls(message)).toEqual([
      { id: "1", name: "lookup", input: { path: "a" } },
      { id: "2", name: "lookup", input: '{"path":' },
    ]);
  });

  it("finds no call in a message without any", () => {
    expect(parseToolCalls(new AIMessage("Done."))).toEqual([]);
  });
});

describe("toToolResults", () => {
  it("returns the input of LangChain's tool messages", () => {
    const results = [
      done("a", text("one")),
      failed("b", "error", "Nope.", text("Nope.")),
      done("c", text("see"), image, pdf),
    ];
    const messages = toToolResults(results).map((message) => coerceMessageLikeToMessage(message));
    expect(messages.every((message) => ToolMessage.isInstance(message))).toBe(true);
    expect(messages).toMatchObject([
      { tool_call_id: "a", name: "Read", status: "success", content: "one" },
      { tool_call_id: "b", status: "error", content: "Nope." },
      {
        content: [
          { type: "text", text: "see" },
          { type: "image", mimeType: "image/png", data: PNG },
          { type: "file", mimeType: "application/pdf", metadata: { filename: "plan.pdf" } },
        ],
      },
    ]);
  });
});
