import { type PermissionRule, TOOL_KINDS, type ToolKind, type Verdict } from "../../contract/index.js";
import type { RuleSet } from "./rule-set.js";

/** The rule sets that come with the library. */
export type PermissionPreset = "default" | "read-only" | "amp" | "allow-all";

/** Every {@link PermissionPreset}. */
export const PERMISSION_PRESETS: readonly PermissionPreset[] = ["default", "read-only", "amp", "allow-all"];

/** Tools that never need approval (seed 001, Permission Classes and Tool Categories). */
export const AMP_ALWAYS_ALLOWED = [
  "Read",
  "glob",
  "Grep",
  "finder",
  "web_search",
  "read_web_page",
  "read_thread",
  "find_thread",
  "task_list",
  "undo_edit",
] as const;

/**
 * Commands that run without approval under `"amp"`, word for word.
 *
 * Seed 001 allows "common dev commands (npm, git, python, etc.)" and "format commands". Nearly all of them run code that
 * the workspace brings along: package scripts, git's fsmonitor and filters, formatter plug-ins, a pinned yarn. So do
 * `cargo --version` and `rustc --version`: behind the names stands rustup, which runs the program that a `rust-toolchain.toml` of the
 * folder names. `go version` fetches and runs the toolchain that `go.mod` asks for. These forms do not.
 */
export const AMP_ALLOWED_COMMANDS = [
  "git --version",
  "node --version",
  "npm --version",
  "python --version",
  "python3 --version",
  "pwd",
  "whoami",
  "uname -a",
] as const;

const BY_KIND: RuleSet["defaults"] = verdictsByKind("ask", {
  read: "allow",
  search: "allow",
  think: "allow",
});

const READ_ONLY_REASON = "Only reading is allowed here.";
const CHANGING_KINDS: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];

/**
 * The pieces of a rule set for a preset. Rules of a host go after these.
 *
 * - `"default"`: reading, searching and thinking run; everything else asks.
 * - `"read-only"`: besides, fetching asks, and every tool that may change something is denied, those of unknown kind
 *   (`other`) too. Deny wins, so no rule opens them again; give a harmless tool of yours the kind `read`.
 * - `"amp"`: seed 001's classes; writes to `.amp/` and a few harmless commands do not ask. Outside the roots still asks.
 * - `"allow-all"`: everything runs, outside the roots and in protected places too; only explicit rules ask or deny.
 */
export function permissionPreset(preset: PermissionPreset): RuleSet {
  switch (preset) {
    case "default":
      return { rules: [], defaults: BY_KIND, boundaries: "ask" };
    case "read-only":
      return { rules: READ_ONLY_RULES, defaults: BY_KIND, boundaries: "ask" };
    case "amp":
      return { rules: AMP_RULES, defaults: BY_KIND, boundaries: "ask" };
    case "allow-all":
      return { rules: [], defaults: verdictsByKind("allow", {}), boundaries: "allow" };
  }
}

const READ_ONLY_RULES: readonly PermissionRule[] = CHANGING_KINDS.map((kind) => ({
  kind,
  verdict: "deny",
  reason: READ_ONLY_REASON,
}));

const AMP_RULES: readonly PermissionRule[] = [
  ...AMP_ALWAYS_ALLOWED.map((tool): PermissionRule => ({ tool, verdict: "allow" })),
  { kind: "edit", path: ".amp/**", verdict: "allow" },
  ...AMP_ALLOWED_COMMANDS.map((command): PermissionRule => ({ tool: "Bash", command, verdict: "allow" })),
];

/** Whether a rule came with a preset of this library, and not from the host. */
export function isPresetRule(rule: PermissionRule): boolean {
  return AMP_RULES.includes(rule);
}

function verdictsByKind(
  otherwise: Verdict,
  exceptions: Readonly<Partial<Record<ToolKind, Verdict>>>,
): RuleSet["defaults"] {
  const verdicts = Object.fromEntries(TOOL_KINDS.map((kind) => [kind, exceptions[kind] ?? otherwise]));
  return verdicts as Record<ToolKind, Verdict>;
}
