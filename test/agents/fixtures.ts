import * as z from "zod";
import type { Model, ModelReply, ModelRequest, ToolCall } from "../../src/core.js";
import { defineTool } from "../../src/core.js";
import { echoTool } from "../runtime/fixtures.js";

export { advanceUntilEnd, deferred, echoTool, manualClock, settle } from "../runtime/fixtures.js";

/** Returns a reply as plain data; calls without ids get the ids `1`, `2` ... */
export function reply(
  text: string,
  calls: readonly (Partial<ToolCall> & { readonly name: string })[] = [],
  rest: Partial<ModelReply> = {},
): ModelReply {
  return {
    text,
    toolCalls: calls.map(({ id, name, input = {} }, index) => ({ id: id ?? String(index + 1), name, input })),
    ...rest,
  };
}

/** Creates a model that answers with the result of a function and records the requests. */
export function modelOf(
  answer: (request: ModelRequest, turn: number) => unknown,
): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async generate(request) {
      requests.push(request);
      return (await answer(request, requests.length)) as ModelReply;
    },
  };
}

/** Returns the texts of the results in the last message of a request. */
export function lastTexts({ messages }: Pick<ModelRequest, "messages">): readonly string[] {
  const last = messages.findLast(({ role }) => role === "tool");
  if (last?.role !== "tool") return [];
  return last.results.map(({ content }) => content.map((part) => ("text" in part ? part.text : "")).join(""));
}

export const call = (text: string, id?: string) => ({
  name: "echo",
  input: { text },
  ...(id !== undefined && { id }),
});

/** A tool that counts as a writing one, so the approver must be asked about it. */
export const breakTool = defineTool({
  name: "break",
  description: "Breaks something.",
  kind: "execute",
  inputSchema: z.object({ what: z.string() }),
  facts: ({ what }) => ({ command: `break ${what}` }),
  executionProfile: { resourceKeys: () => [] },
  execute: ({ what }) => `broke ${what}`,
});

export const tools = [echoTool, breakTool] as const;
