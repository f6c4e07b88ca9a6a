import type { ConfigOwner } from "../policy/index.js";
import { HOOK_EVENTS, type HookEventName } from "./hook-event.js";

/** The differences between the hooks of the programs. */
export interface HookDialect {
  readonly owner: Extract<ConfigOwner, "claude-code" | "codex" | "gemini-cli">;
  /** The events by their names in the files of the program. */
  readonly events: ReadonlyMap<string, HookEventName>;
  /** Milliseconds of one unit of `timeout`. */
  readonly timeoutUnitMs: number;
  /** Time limit of a hook without one, in milliseconds. */
  readonly defaultTimeoutMs: number;
  /** Variables with the path of the project. */
  readonly projectVariables: readonly string[];
}

const SAME = new Map(HOOK_EVENTS.map((event) => [event, event] as const));

/** Claude Code: seconds, 600 by default. */
export const CLAUDE_HOOKS: HookDialect = {
  owner: "claude-code",
  events: SAME,
  timeoutUnitMs: 1000,
  defaultTimeoutMs: 600_000,
  projectVariables: ["CLAUDE_PROJECT_DIR"],
};

/** Codex 0.14x: the events of Claude Code except that of failures; seconds, 600 by default. */
export const CODEX_HOOKS: HookDialect = {
  owner: "codex",
  events: new Map([...SAME].filter(([name]) => name !== "PostToolUseFailure")),
  timeoutUnitMs: 1000,
  defaultTimeoutMs: 600_000,
  projectVariables: [],
};

/** Gemini CLI 0.61: other names; milliseconds, 60,000 by default. */
export const GEMINI_HOOKS: HookDialect = {
  owner: "gemini-cli",
  events: new Map<string, HookEventName>([
    ["BeforeTool", "PreToolUse"],
    ["AfterTool", "PostToolUse"],
    ["BeforeAgent", "UserPromptSubmit"],
    ["AfterAgent", "Stop"],
    ["SessionStart", "SessionStart"],
    ["SessionEnd", "SessionEnd"],
  ]),
  timeoutUnitMs: 1,
  defaultTimeoutMs: 60_000,
  projectVariables: ["GEMINI_PROJECT_DIR", "GEMINI_CWD", "CLAUDE_PROJECT_DIR"],
};
