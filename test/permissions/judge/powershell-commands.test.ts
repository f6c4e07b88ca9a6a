import { describe, expect, it } from "vitest";
import type { PermissionRule, Verdict } from "../../../src/contract/index.js";
import {
  grantFor,
  judge,
  normalizePermissions,
  type PermissionRequest,
  readPowerShellCommand,
  suggestRules,
} from "../../../src/permissions/index.js";

const CWD = "/w";

function call(command: string): PermissionRequest {
  return {
    names: ["PowerShell"],
    kind: "execute",
    source: "builtin",
    facts: { command, language: "powershell" },
  };
}

function verdict(command: string, rules: readonly PermissionRule[]): Verdict {
  return judge(call(command), { ...normalizePermissions(rules), cwd: CWD }).verdict;
}

const allow = (rule: Omit<PermissionRule, "verdict">): PermissionRule => ({ ...rule, verdict: "allow" });
const deny = (rule: Omit<PermissionRule, "verdict">): PermissionRule => ({ ...rule, verdict: "deny" });

describe("a command of PowerShell", () => {
  it("needs more than rules for commands of other shells", () => {
    expect(verdict("git status", [])).toBe("ask");
    expect(verdict("git status", [allow({ command: "git *" })])).toBe("ask");
    expect(verdict("git status", [allow({ command: "git status" })])).toBe("ask");
    expect(verdict("git status", [allow({ kind: "execute", command: "*" })])).toBe("ask");
    expect(verdict("git status", [allow({ tool: "*", command: "git status" })])).toBe("ask");
    expect(verdict("git status", [allow({ tool: "Bash" })])).toBe("ask");
    expect(verdict("git status", [allow({ tool: "PowerShell", command: "git *" })])).toBe("ask");
  });

  it("runs by a rule that names the tool, or the tool and exactly the command", () => {
    expect(verdict("git status", [allow({ tool: "PowerShell" })])).toBe("allow");
    expect(verdict("git status", [allow({ tool: "PowerShell", command: "git status" })])).toBe("allow");
    expect(verdict("git status; x", [allow({ tool: "PowerShell", command: "git status" })])).toBe("ask");
    expect(verdict("git  status", [allow({ tool: "PowerShell", command: "git status" })])).toBe("ask");
  });

  it.each([
    "Remove-Item x",
    "REMOVE-item x",
    "Get-Date; remove-item x",
    "if ($true) { Remove-Item x }",
    "& 'Remove-Item' x",
    "Rem`ove-Item x",
    "1 | Remove-Item",
  ])("matches a deny rule with each of its pieces, in any letter case: %s", (command) => {
    const rules = [allow({ tool: "PowerShell" }), deny({ command: "Remove-Item *" })];
    expect(verdict(command, rules)).toBe("deny");
  });

  it("asks despite an allow rule if any rule restricts commands or paths", () => {
    const open = [allow({ tool: "PowerShell" }), allow({ tool: "PowerShell", command: "iex $x" })];
    expect(verdict("iex $x", open)).toBe("allow");
    expect(verdict("iex $x", [...open, deny({ command: "curl *" })])).toBe("ask");
    expect(verdict("iex $x", [...open, deny({ path: "secrets/**" })])).toBe("ask");
    expect(verdict("iex $x", [open[1] as PermissionRule, deny({ command: "curl *" })])).toBe("ask");
  });

  it("asks even if a sandbox confines commands", () => {
    const rules = { ...normalizePermissions({ autoAllow: "sandboxed" }), cwd: CWD };
    expect(judge(call("git status"), rules).verdict).toBe("ask");
    const { language: _, ...facts } = call("git status").facts as { language: string; command: string };
    expect(judge({ ...call(""), facts }, rules).verdict).toBe("allow");
  });

  it("yields no grant and no suggested rule", () => {
    expect(grantFor(call("git status"))).toEqual([]);
    expect(suggestRules(call("git status"))).toEqual([]);
  });
});

describe("readPowerShellCommand", () => {
  it("returns no certain command", () => {
    expect(readPowerShellCommand("git status")).toEqual({
      possible: ["git status"],
      unreadable: "commands of PowerShell are not examined",
      unknownPaths: "commands of PowerShell are not examined",
    });
  });

  it("searches no text of more than 50,000 characters", () => {
    expect(readPowerShellCommand("x".repeat(50_001)).possible).toEqual([]);
  });
});
