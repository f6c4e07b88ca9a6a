import { describe, expect, it } from "vitest";
import { approveWithin } from "../../examples/quickstart/approval-policy.js";
import type { ToolFacts } from "../../src/contract/index.js";

function answer(facts: ToolFacts) {
  return approveWithin("/tmp/project")(
    {
      callId: "1",
      askedBy: "call",
      title: "Run npm test",
      summary: "Bash: Run npm test.",
      toolName: "edit_file",
      requestedName: "edit_file",
      kind: "edit",
      sessionId: "s",
      input: {},
      requestedInput: {},
      facts,
      decision: { verdict: "ask", source: "kind" },
      digest: "d",
    },
    { signal: new AbortController().signal },
  );
}

describe("approveWithin", () => {
  it.each<[what: string, facts: ToolFacts]>([
    ["a change inside the project", { paths: [{ path: "/tmp/project/src/a.js", access: "write" }] }],
    ["a name that starts with two dots", { paths: ["/tmp/project/..a"] }],
    ["the tests", { command: "node --test", paths: ["/tmp/project"] }],
    ["one test", { command: "node --test test/duration.test.js 2>&1" }],
    ["the tests through npm", { command: "npm test" }],
  ])("approves %s", (_what, facts) => {
    expect(answer(facts)).toBe(true);
  });

  it.each<[what: string, facts: ToolFacts]>([
    ["a change elsewhere", { paths: ["/tmp/project/a.js", { path: "/etc/passwd", access: "write" }] }],
    ["a neighbour with a longer name", { paths: ["/tmp/project-2/a.js"] }],
    ["the parent", { paths: ["/tmp"] }],
    ["the tests of another project", { command: "node --test", paths: ["/tmp"] }],
    ["another command", { command: "rm -rf ." }],
    ["a second command after the tests", { command: "node --test; rm -rf ." }],
    ["a second line after the tests", { command: "node --test\nrm -rf ." }],
    ["a substitution", { command: "node --test $(id)" }],
  ])("rejects %s with a reason", (_what, facts) => {
    expect(answer(facts)).toMatchObject({ approved: false, reason: expect.stringMatching(/\w/) });
  });

  it("rejects a call without facts", () => {
    expect(answer({})).toBe(false);
  });
});
