import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ApprovalRequest, ContextQuestion } from "../../src/contract/index.js";
import { createToolRuntime, defineTool, describeRequest, memoryBackend } from "../../src/index.js";

/** Returns the requests of a call whose tool asks the given question. */
async function requestsOf(question: ContextQuestion): Promise<readonly ApprovalRequest[]> {
  const requests: ApprovalRequest[] = [];
  const publish = defineTool({
    name: "publish",
    description: "Publishes a file.",
    kind: "edit",
    inputSchema: z.object({ path: z.string() }),
    facts: ({ path }) => ({ paths: [path] }),
    preview: async () => [{ type: "text", text: "+the whole file" }],
    execute: async (_input, context) => context.ask(question),
  });
  await using runtime = createToolRuntime({
    backend: memoryBackend(),
    cwd: "/",
    tools: [publish],
    onApproval: (request) => {
      requests.push(request);
      return true;
    },
  });
  await runtime.execute({ id: "1", name: "publish", input: { path: "/a.txt" } });
  return requests;
}

describe("the question of a running tool", () => {
  it("differs from the question about its call, and shows only what it asks about", async () => {
    const [call, question] = await requestsOf({ reason: "It uploads to example.org.", kind: "fetch" });
    expect(call).toMatchObject({
      askedBy: "call",
      title: "Change /a.txt",
      kind: "edit",
      input: { path: "/a.txt" },
    });
    expect(question).toMatchObject({
      askedBy: "tool",
      toolName: "publish",
      kind: "fetch",
      title: "publish asks: It uploads to example.org.",
      input: { reason: "It uploads to example.org." },
      facts: {},
      canRemember: false,
    });
    expect(question?.preview).toBeUndefined();
    expect(describeRequest(question as ApprovalRequest)).not.toContain("/a.txt");
    expect(describeRequest(question as ApprovalRequest)).not.toBe(describeRequest(call as ApprovalRequest));
  });

  it("shows the command it names as title, input and facts", async () => {
    const [, question] = await requestsOf({
      reason: "It tests first.",
      kind: "execute",
      command: "npm test",
    });
    expect(question).toMatchObject({
      askedBy: "tool",
      kind: "execute",
      title: "Run npm test",
      input: { reason: "It tests first.", command: "npm test" },
      facts: { command: "npm test" },
    });
    expect(question?.summary).toMatch(/^publish asks while it runs: Run npm test\. .*It tests first\.$/);
  });
});
