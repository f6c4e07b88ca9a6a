/** The events of hooks, by the names of Claude Code. */
export const HOOK_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "Stop",
  "SubagentStart",
  "SubagentStop",
] as const;

/** An event of hooks. */
export type HookEventName = (typeof HOOK_EVENTS)[number];

/** The events of calls, which the runtime runs. The host runs the others. */
export const CALL_EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"] as const;

/** An event of a call. */
export type CallEventName = (typeof CALL_EVENTS)[number];

/** Returns whether the runtime runs the hooks of an event. */
export function isCallEvent(event: HookEventName): event is CallEventName {
  return (CALL_EVENTS as readonly string[]).includes(event);
}
