import { describe, expect, it } from "vitest";
import type { PermissionRequest, PermissionsInput } from "../../../src/permissions/index.js";
import { explainDecision } from "../../../src/permissions/index.js";
import { allow, call, decide, deny, path } from "../judging.js";

describe("explainDecision", () => {
  it.each<[PermissionRequest, PermissionsInput, string]>([
    [call("Read", { paths: [path("a", "read")] }), "default", "Allowed by default for tools of this kind."],
    [call("Bash", { command: "ls" }), "default", "Needs approval by default for tools of this kind."],
    [
      call("Bash", { command: "git push" }),
      [deny({ tool: "Bash", command: "git push *", reason: "Open a pull request." })],
      'Denied by the rule { tool: "Bash", command: "git push *", verdict: "deny" }: Open a pull request.',
    ],
    [
      call("Read", { paths: [path("/etc/hosts", "read")] }),
      "default",
      "Needs approval at the boundary of the working folders: /etc/hosts is outside the working folders.",
    ],
    [
      call("Edit", { paths: [path(".git/config", "write", { protected: true })] }),
      [allow()],
      "Needs approval for a protected path: .git/config (/work/app/.git/config) is protected.",
    ],
  ])("states in one sentence what decided: %j", (request, rules, sentence) => {
    expect(explainDecision(decide(request, rules))).toBe(sentence);
  });

  it("distinguishes grants, modes and tools", () => {
    const grants = [allow({ tool: "Bash", command: "ls" })];
    const granted = decide(call("Bash", { command: "ls" }), "default", { grants });
    expect(explainDecision(granted)).toBe(
      `Allowed by the session's rule { tool: "Bash", command: "ls", verdict: "allow" }.`,
    );
    const left = decide(call("Bash"), "default", { mode: { includeTools: [] } });
    expect(explainDecision(left)).toBe("Denied by the mode: The tool is not available in this mode.");
    expect(explainDecision({ verdict: "ask", source: "tool", reason: "It is Friday" })).toBe(
      "Needs approval at the request of the tool: It is Friday.",
    );
  });
});
