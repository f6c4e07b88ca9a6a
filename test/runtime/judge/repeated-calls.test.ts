import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../../src/core.js";
import { createToolRuntime, defineTool, z } from "../fixtures.js";

let visits = 0;
const look = defineTool({
  name: "look",
  description: "Looks.",
  kind: "read",
  inputSchema: z.object({ at: z.string() }),
  execute: ({ at }) => (at === "clock" ? `${++visits}` : `saw ${at}`),
});

function watched(options: Parameters<typeof createToolRuntime>[0] = {}) {
  const questions: ApprovalRequest[] = [];
  const runtime = createToolRuntime({
    tools: [look],
    onApproval: (request) => {
      questions.push(request);
      return false;
    },
    ...options,
  });
  const see = async (...places: readonly string[]) => {
    const statuses: string[] = [];
    for (const at of places) {
      statuses.push((await runtime.execute({ id: "a", name: "look", input: { at } })).status);
    }
    return statuses;
  };
  return { runtime, questions, see };
}

const asks = (statuses: readonly string[]) =>
  statuses.flatMap((status, index) => (status === "rejected-by-user" ? [index] : []));

describe("repeated calls", () => {
  it.each<[string, readonly number[]]>([
    ["A A", []],
    ["A A A", [2]],
    ["A B A", []],
    ["A B A B", [3]],
    ["A A B A A B", []],
    ["A B C A B C", []],
    ["A B A C A B", []],
    ["A B B A", []],
  ])("asks about repeated calls, %s, at %j", async (sequence, expected) => {
    const { see } = watched();
    expect(asks(await see(...sequence.split(" ")))).toEqual(expected);
  });

  it("names the repetition as the source of the decision", async () => {
    const { see, questions } = watched();
    await see("A", "A", "A");
    expect(questions).toHaveLength(1);
    expect(questions[0]?.decision).toMatchObject({ verdict: "ask", source: "repetition" });
    expect(questions[0]?.decision.reason).toMatch(/doom-loop.*'look'.*third time/);
  });

  it("blocks a repeated call without an approver", async () => {
    const runtime = createToolRuntime({ tools: [look] });
    const call = { id: "a", name: "look", input: { at: "x" } };
    await runtime.execute(call);
    await runtime.execute(call);
    const blocked = await runtime.execute(call);
    expect(blocked.status).toBe("blocked-on-user");
    expect((await runtime.resume([blocked], { a: true }))[0]?.status).toBe("done");
  });

  it("allows repeated calls with new results", async () => {
    const { see } = watched();
    expect(asks(await see("clock", "clock", "clock", "clock", "clock"))).toEqual([]);
  });

  it("restarts the count after an approval", async () => {
    let questions = 0;
    const { see } = watched({
      onApproval: () => {
        questions += 1;
        return true;
      },
    });
    await see("A", "A", "A", "A");
    expect(questions).toBe(1);
    await see("A");
    expect(questions).toBe(2);
  });

  it("counts repetitions for each session separately", async () => {
    const { runtime, see } = watched();
    await see("A", "A");
    const result = await runtime.execute(
      { id: "a", name: "look", input: { at: "A" } },
      { session: runtime.session() },
    );
    expect(result.status).toBe("done");
  });

  it("counts no calls of the same batch", async () => {
    const { runtime } = watched();
    const calls = ["a", "b", "c", "d"].map((id) => ({ id, name: "look", input: { at: "A" } }));
    expect((await runtime.executeBatch(calls)).map(({ status }) => status)).toEqual(Array(4).fill("done"));
  });

  it("counts no calls of the same batch for which a call is held back", async () => {
    const turn = defineTool({
      name: "turn",
      description: "Turns anything.",
      kind: "read",
      inputSchema: z.object({}),
      facts: () => ({ command: "turn" }),
      execute: () => "turned",
    });
    const permissions = { rules: [{ tool: "turn", verdict: "allow" as const }] };
    const runtime = createToolRuntime({ tools: [turn], permissions });
    const batch = () => ["a", "b", "c", "d"].map((id) => ({ id, name: "turn", input: {} }));
    expect((await runtime.executeBatch(batch())).map(({ status }) => status)).toEqual(Array(4).fill("done"));
    const [next] = await runtime.executeBatch(batch().slice(0, 1));
    expect(next?.status).toBe("blocked-on-user");
  });

  it("keeps a denial of a repeated call, and asks about it once", async () => {
    const { see } = watched({ permissions: [{ tool: "look", verdict: "deny" }] });
    expect(await see("A", "A", "A")).toEqual(Array(3).fill("rejected-by-user"));
  });

  it("allows repeated calls if the host does, or if everything is allowed", async () => {
    for (const options of [{ repeatedCalls: "allow" }, { permissions: "allow-all" }] as const) {
      const { see } = watched(options);
      expect(asks(await see("A", "A", "A", "A"))).toEqual([]);
    }
    const { see } = watched({ permissions: "allow-all", repeatedCalls: "ask" });
    expect(asks(await see("A", "A", "A"))).toEqual([2]);
    expect(() => createToolRuntime({ repeatedCalls: "sometimes" as never })).toThrow(RangeError);
  });

  it("plans the question about a repeated call", async () => {
    const { runtime, see } = watched();
    await see("A", "A");
    const plan = await runtime.plan([{ id: "a", name: "look", input: { at: "A" } }]);
    expect(plan.calls[0]?.decision).toMatchObject({ verdict: "ask", source: "repetition" });
  });
});
