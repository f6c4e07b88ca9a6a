import { describe, expect, it } from "vitest";
import { type ApprovalRequest, type CallHook, memoryBackend, type PermissionRule } from "../../src/core.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";

/** Runs a call of a kind that asks by default, with an approver that says no. */
async function ask(hooks: readonly CallHook[], permissions: readonly PermissionRule[] = []) {
  const ran: string[] = [];
  const questions: ApprovalRequest[] = [];
  const tool = defineTool({
    name: "write",
    description: "Writes a page.",
    kind: "edit",
    inputSchema: z.object({ page: z.string() }),
    facts: ({ page }) => ({ paths: [page] }),
    execute: ({ page }) => {
      ran.push(page);
      return `wrote ${page}`;
    },
  });
  await using runtime = createToolRuntime({
    tools: [tool],
    backend: memoryBackend({ files: { "/work/a.md": "a" } }),
    cwd: "/work",
    hooks,
    permissions,
    onApproval: (request) => {
      questions.push(request);
      return false;
    },
  });
  const result = await runtime.execute({ id: "1", name: "write", input: { page: "a.md" } });
  return { result, ran, questions };
}

const answering = (answer: unknown, name = "answers"): CallHook => ({
  name,
  answerQuestion: () => answer as never,
});

describe("a hook that answers questions", () => {
  it("runs the call without the approver", async () => {
    const { result, ran, questions } = await ask([answering({ approved: true })]);
    expect(result.status).toBe("done");
    expect(ran).toEqual(["a.md"]);
    expect(questions).toEqual([]);
  });

  it("rejects the call with its reason, even if another hook says yes", async () => {
    const no = answering({ approved: false, reason: "frozen" }, "no");
    const { result, ran } = await ask([answering({ approved: true }), no]);
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "rejected-by-user" } });
    expect(JSON.stringify(result.content)).toContain("frozen");
    expect(ran).toEqual([]);
  });

  it("changes the input, which is validated and judged again", async () => {
    const changed = answering({ approved: true, input: { page: "b.md" } });
    expect((await ask([changed])).ran).toEqual(["b.md"]);
    const denied = await ask([changed], [{ path: "**/b.md", verdict: "deny" }]);
    expect(denied.result.status).toBe("rejected-by-user");
    expect(denied.ran).toEqual([]);
    const invalid = await ask([answering({ approved: true, input: { page: 1 } })]);
    expect(invalid.ran).toEqual([]);
  });

  it("leaves the question to the approver if it has no answer or fails", async () => {
    expect((await ask([answering(undefined)])).questions).toHaveLength(1);
    for (const answer of [{ approved: "yes" }, "yes", { approved: true, input: "b.md" }]) {
      const { result, ran, questions } = await ask([answering(answer)]);
      expect(questions).toHaveLength(1);
      expect(ran).toEqual([]);
      expect(result.metadata?.hooks).toMatchObject([{ hook: "answers", event: "answerQuestion" }]);
    }
  });

  it("stays unasked about calls that the rules allow or deny", async () => {
    let asked = 0;
    const counting: CallHook = {
      name: "counts",
      answerQuestion: () => {
        asked += 1;
        return { approved: true };
      },
    };
    const allowed = await ask([counting], [{ tool: "write", verdict: "allow" }]);
    const denied = await ask([counting], [{ tool: "write", verdict: "deny" }]);
    expect([allowed.result.status, denied.result.status]).toEqual(["done", "rejected-by-user"]);
    expect(asked).toBe(0);
  });
});
