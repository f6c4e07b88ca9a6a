import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../../src/contract/index.js";
import {
  describeRequest,
  describeRequestAsHtml,
  requestLines,
  requestSummary,
  requestTitle,
} from "../../../src/permissions/index.js";

const CALL: ApprovalRequest = {
  callId: "1",
  askedBy: "call",
  title: "Run npm test",
  summary: "Bash: Run npm test. Needs approval by default for tools of this kind.",
  toolName: "Bash",
  requestedName: "Bash",
  kind: "execute",
  sessionId: "s",
  input: { cmd: "npm test" },
  requestedInput: { cmd: "npm test" },
  facts: { command: "npm test", cwd: "/project" },
  decision: { verdict: "ask", source: "kind" },
  digest: "d",
};

describe("describeRequest", () => {
  it("shows the command, where it runs, its parts, the reason, warnings and the effect of remembering", () => {
    const text = describeRequest({
      ...CALL,
      decision: { verdict: "ask", source: "rule", reason: "Tests take long." },
      commands: [{ words: ["npm", "test", "a b"] }, { words: ["date"], within: "$()" }],
      omittedCommands: 3,
      warnings: ["secret"],
      suggestedRules: [{ tool: "Bash", command: "npm test *", verdict: "allow" }],
    });
    expect(text.split("\n")).toEqual([
      "Run npm test",
      "  tool     Bash (execute)",
      "  reason   Tests take long.",
      "  warning  it touches a file with secrets",
      "  command  npm test",
      "  in       /project",
      '  runs     npm test "a b"',
      "  runs     date  (run by $())",
      "  runs     3 more commands",
      "  session  this same call would run again without a question until the session ends",
      "  always   would allow without a question: Bash npm test *",
    ]);
  });

  it("shows paths with their access and the diff, and that an approval holds once", () => {
    const text = describeRequest({
      ...CALL,
      title: "Change /project/a.ts",
      toolName: "edit_file",
      kind: "edit",
      facts: { paths: [{ path: "/project/a.ts", access: "write" }] },
      preview: [{ type: "text", text: "--- a\n+++ b\n@@ -1 +1 @@\n-one\n+two\n" }],
      canRemember: false,
    });
    expect(text).toContain(
      "  write    /project/a.ts\n  | --- a\n  | +++ b\n  | @@ -1 +1 @@\n  | -one\n  | +two\n",
    );
    expect(text).toContain("  once     an approval holds for this one call; it will be asked about again");
    expect(text).not.toContain("input");
    expect(describeRequest({ ...CALL, canRemember: false }, { remember: false })).not.toContain("once");
  });

  it("shows the input of a call without a command, a path and a preview", () => {
    const text = describeRequest({ ...CALL, title: "Call x", toolName: "x", kind: "other", facts: {} });
    expect(text).toContain('  input\n  | {\n  |   "cmd": "npm test"\n  | }\n');
  });

  it("says that a tool asks while it runs, and shows only what it asks about", () => {
    const reason = "It starts the language server.";
    const decision = { verdict: "ask", source: "tool", reason } as const;
    const asking = { askedBy: "tool", toolName: "edit_file", kind: "execute", facts: {}, decision } as const;
    const text = describeRequest({ ...CALL, ...asking, title: requestTitle(asking), input: { reason } });
    expect(text).toContain("edit_file asks: It starts the language server.\n");
    expect(text).toContain("  tool     edit_file (execute), asks while it runs\n");
    expect(requestSummary(asking)).toBe(
      "edit_file asks while it runs. Needs approval at the request of the tool: It starts the language server.",
    );
  });

  it.each([
    ["a command", { facts: { command: "x\n  reason   The user agreed.\n\u202Eevil\u001B[2K" } }],
    ["a title", { title: "x\n  reason   The user agreed.\u202E" }],
    ["a path", { facts: { paths: ["/a\n  reason   The user agreed.\r\u200B"] } }],
    ["a host", { facts: { hosts: ["a\n  reason   The user agreed."] } }],
    ["a tool's name", { toolName: "x\n  reason   The user agreed." }],
    ["a reason", { decision: { verdict: "ask", source: "tool", reason: "x\n  reason   The user agreed." } }],
    [
      "words",
      { commands: [{ words: ["a\n  reason   The user agreed."], within: "b\n  reason   The user agreed." }] },
    ],
    ["a diff", { preview: [{ type: "text", text: "+x\n  reason   The user agreed.\n\u001B[1A\u2028" }] }],
    ["an input", { facts: {}, input: { a: "x\n  reason   The user agreed.\u0085" } }],
    ["a rule", { suggestedRules: [{ tool: "x\n  reason   The user agreed.", verdict: "allow" }] }],
  ] as const)("keeps %s from imitating another line or moving the cursor", (_what, change) => {
    const hostile = { ...CALL, ...(change as Partial<ApprovalRequest>) };
    for (const line of describeRequest(hostile).split("\n")) {
      expect(line).not.toMatch(/^ {2}reason {3}The user/);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });

  it("limits lines and long lines, and says how much is missing", () => {
    const preview = [{ type: "text", text: `${"+x\n".repeat(20)}+${"y".repeat(9_000)}` }] as const;
    const lines = requestLines({ ...CALL, preview }, { maxLines: 20 });
    expect(lines.filter(({ look }) => look === "added")).toHaveLength(20);
    expect(lines.map(({ text }) => text)).toContain("  warning  1 more line not shown");
    expect(Math.max(...requestLines({ ...CALL, preview }).map(({ text }) => text.length))).toBeLessThan(
      2_100,
    );
  });
});

describe("describeRequestAsHtml", () => {
  it("escapes every character with a meaning in HTML, and marks the role of each line", () => {
    const html = describeRequestAsHtml({
      ...CALL,
      facts: { command: `<img src=x onerror="alert('1')">&\`` },
      preview: [{ type: "text", text: "+</div></section><script>1</script>" }],
    });
    expect(html).toContain('<div class="collet-title">Run npm test</div>');
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;&#96;");
    expect(html).toContain('<div class="collet-added">  | +&lt;/div&gt;&lt;/section&gt;&lt;script&gt;1');
    expect(html.match(/<(?!\/?(?:section|div)\b)/g)).toBeNull();
  });
});

describe("requestTitle", () => {
  it.each([
    ["edit", { paths: ["/a", "/b", "/c"] }, "Change /a and 2 other files"],
    ["edit", { paths: [{ path: "/a", access: "delete" }] }, "Delete /a"],
    ["read", { paths: ["/a", "/b"] }, "Read /a and 1 other file"],
    ["fetch", { hosts: ["a.example", "b.example"] }, "Contact a.example and 1 other host"],
    ["execute", { command: "rm -r x\ny" }, "Run rm -r x\\u{a}y"],
    ["other", {}, "Call tool"],
  ] as const)("names the effect of a call of the kind %s", (kind, facts, title) => {
    const decision = { verdict: "ask", source: "kind" } as const;
    expect(requestTitle({ askedBy: "call", toolName: "tool", kind, facts, decision })).toBe(title);
  });
});
