import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { normalizePermissions } from "../../../src/permissions/index.js";

describe('permissions with questions: "deny"', () => {
  const permissions = {
    questions: "deny",
    rules: [
      { command: "npm test", verdict: "allow" },
      { command: "git push *", verdict: "ask", reason: "Look at it first." },
    ],
  } as const;

  it("deny what would ask, and leave the rest as it is", async () => {
    await using runtime = createToolRuntime({ cwd: "/", permissions, toolset: "claude-code" });
    const verdictOf = async (command: string) => {
      const { decision } = await runtime.explain({ id: "1", name: "Bash", input: { command } });
      return [decision?.verdict, decision?.source];
    };
    expect(await verdictOf("npm test")).toEqual(["allow", "rule"]);
    expect(await verdictOf("git push")).toEqual(["deny", "rule"]);
    expect(await verdictOf("make")).toEqual(["deny", "kind"]);
    expect(await verdictOf("ls")).toEqual(["allow", "kind"]);
  });

  it("name the reason of the question, in every aspect of a call", async () => {
    await using runtime = createToolRuntime({ cwd: "/", permissions, toolset: "claude-code" });
    const { text, decision } = await runtime.explain({
      id: "1",
      name: "Bash",
      input: { command: "git push" },
    });
    expect(decision?.reason).toBe("Look at it first. The permissions deny what would ask.");
    expect(text).not.toContain("Needs approval");
  });

  it("end a call without a question to the approver", async () => {
    const asked: unknown[] = [];
    await using runtime = createToolRuntime({
      cwd: "/",
      permissions,
      toolset: "claude-code",
      onApproval: (request) => {
        asked.push(request);
        return true;
      },
    });
    const result = await runtime.execute({
      id: "1",
      name: "Bash",
      input: { command: "touch /nonexistent/a" },
    });
    expect([result.status, asked.length]).toEqual(["rejected-by-user", 0]);
  });

  it("accept no other value", () => {
    expect(() => normalizePermissions({ questions: "allow" as "deny" })).toThrow(RangeError);
  });
});
