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

/** An event of a conversation, which the host reports to the hooks of a configuration. */
export type LifecycleEvent =
  | {
      /** A session starts. The context of the answer belongs in the conversation. */
      readonly event: "SessionStart";
      /** Default `"startup"`. */
      readonly source?: "startup" | "resume" | "clear" | "compact" | "fork";
    }
  | {
      /** A session ends. */
      readonly event: "SessionEnd";
      /** Default `"other"`. */
      readonly reason?: "clear" | "resume" | "logout" | "prompt_input_exit" | "exit" | "other";
    }
  | {
      /** The user submits a prompt. A blocked prompt must not reach the model. */
      readonly event: "UserPromptSubmit";
      readonly prompt: string;
    }
  | {
      /** The agent is about to end. If the answer is blocked, the agent continues with the reason as a prompt. */
      readonly event: "Stop";
      /** Whether the agent already continues because of such an answer. Default: false. */
      readonly continued?: boolean;
      readonly prompt?: string;
      readonly lastMessage?: string;
    }
  | {
      /** A subagent starts. */
      readonly event: "SubagentStart";
      readonly agentId: string;
      readonly agentType: string;
    }
  | {
      /** A subagent is about to end. If the answer is blocked, it continues with the reason as a prompt. */
      readonly event: "SubagentStop";
      readonly agentId: string;
      readonly agentType: string;
      /** Whether the subagent already continues because of such an answer. Default: false. */
      readonly continued?: boolean;
      readonly lastMessage?: string;
    };

/** The answers of all hooks to an event. */
export interface LifecycleAnswer {
  /** The reason why a hook refuses the prompt or the end of an agent. Other events cannot be blocked. */
  readonly blocked?: string | undefined;
  /** The reason why a hook ends the agent (`continue: false`). */
  readonly stopped?: string | undefined;
  /** Texts for the model, in the order of the hooks. */
  readonly context: readonly string[];
  /** Hooks that failed or may not run, with the reason. */
  readonly problems: readonly { readonly hook: string; readonly problem: string }[];
}
