import { type PermissionRule, TOOL_KINDS, type ToolKind, type Verdict } from "../../contract/index.js";
import type { RuleSet } from "./rule-set.js";

/** The name of a rule set that the library provides. */
export type PermissionPreset = "default" | "read-only" | "amp" | "project" | "allow-all";

/** Every {@link PermissionPreset}. */
export const PERMISSION_PRESETS: readonly PermissionPreset[] = [
  "default",
  "read-only",
  "amp",
  "project",
  "allow-all",
];

/** Tools that never need approval, from the Amp specification. */
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
 * Commands that run without approval under `"amp"`, matched exactly.
 *
 * The Amp specification allows "common dev commands (npm, git, python, etc.)" and "format commands". Nearly all of them run
 * code from the workspace: package scripts, git's fsmonitor and filters, formatter plug-ins, a pinned yarn. So do
 * `cargo --version` and `rustc --version`: these names start rustup, which runs the program named in the
 * `rust-toolchain.toml` of the folder. `go version` downloads and runs the toolchain that `go.mod` requests. The commands
 * listed here run no such code.
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
 * Returns the rule set of a preset. The rules of a host follow these rules.
 *
 * - `"default"`: reading, searching and thinking run; everything else asks.
 * - `"read-only"`: like the default, but every tool that may change something is denied, including those of unknown kind
 *   (`other`). Deny wins, so no rule opens them again; declare the kind `read` for a harmless tool of yours.
 * - `"amp"`: the classes of the Amp specification; writes to `.amp/` and a few harmless commands do not ask. Paths outside
 *   the roots still ask.
 * - `"project"`: like `"amp"`; in `trustedFolders`, the commands that test, build, lint and format a project, and those that
 *   its files define, do not ask either. Without trusted folders it is `"amp"`.
 * - `"allow-all"`: everything runs, even outside the roots and on protected paths; only explicit rules ask or deny.
 */
export function permissionPreset(preset: PermissionPreset): RuleSet {
  switch (preset) {
    case "default":
      return { rules: [], defaults: BY_KIND, boundaries: "ask" };
    case "read-only":
      return { rules: READ_ONLY_RULES, defaults: BY_KIND, boundaries: "ask" };
    case "amp":
      return { rules: AMP_RULES, defaults: BY_KIND, boundaries: "ask" };
    case "project":
      return { rules: AMP_RULES, defaults: BY_KIND, boundaries: "ask", allowsProjects: true };
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

/** Returns whether a rule comes from a preset of this library, not from the host. */
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
