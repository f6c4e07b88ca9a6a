import type { PermissionDecision, PermissionRule } from "../../src/contract/index.js";
import {
  type JudgedFacts,
  type JudgedPath,
  judge,
  normalizePermissions,
  type PermissionRequest,
  type PermissionsInput,
  type SessionRules,
} from "../../src/permissions/index.js";

export const CWD = "/work/app";
export const HOME = "/home/me";

/** Creates a call of a tool that every toolset has. */
export function call(tool: keyof typeof TOOLS, facts: JudgedFacts = {}): PermissionRequest {
  return { ...TOOLS[tool], facts };
}

const TOOLS = {
  Bash: { names: ["Bash", "run_terminal_command"], kind: "execute", source: "builtin" },
  Read: { names: ["Read", "read", "read_file"], kind: "read", source: "builtin" },
  Edit: { names: ["edit_file", "Edit", "edit"], kind: "edit", source: "builtin" },
  Delete: { names: ["delete_file", "Delete"], kind: "delete", source: "builtin" },
  Move: { names: ["Move"], kind: "move", source: "builtin" },
  Grep: { names: ["Grep"], kind: "search", source: "builtin" },
  Fetch: { names: ["read_web_page"], kind: "fetch", source: "builtin" },
  Plan: { names: ["think"], kind: "think", source: "host" },
  GitHub: { names: ["mcp__github__search"], kind: "other", source: "mcp" },
  Script: { names: ["tb__deploy"], kind: "other", source: "toolbox" },
} as const;

/** Creates a path as the workspace would resolve it: inside the roots if it is below the working directory. */
export function path(
  requested: string,
  access: JudgedPath["access"] = "write",
  more: Partial<JudgedPath> = {},
): JudgedPath {
  const absolute = requested.startsWith("/") ? requested : `${CWD}/${requested}`;
  return {
    requested,
    path: absolute,
    access,
    insideRoots: (more.path ?? absolute).startsWith(`${CWD}/`),
    protected: false,
    secret: false,
    ...more,
  };
}

export function rulesOf(input: PermissionsInput, more: Partial<SessionRules> = {}): SessionRules {
  return { ...normalizePermissions(input), cwd: CWD, homeDirectory: HOME, ...more };
}

export function decide(
  request: PermissionRequest,
  input: PermissionsInput,
  more: Partial<SessionRules> = {},
): PermissionDecision {
  return judge(request, rulesOf(input, more));
}

export const allow = (rule: Omit<PermissionRule, "verdict"> = {}): PermissionRule => ({
  ...rule,
  verdict: "allow",
});
export const ask = (rule: Omit<PermissionRule, "verdict"> = {}): PermissionRule => ({
  ...rule,
  verdict: "ask",
});
export const deny = (rule: Omit<PermissionRule, "verdict"> = {}): PermissionRule => ({
  ...rule,
  verdict: "deny",
});
