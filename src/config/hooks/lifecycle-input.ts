import type { ConfiguredHook } from "./configured-hook.js";
import type { LifecycleEvent } from "./hook-event.js";

/** Returns the value that the matcher of a hook compares; `undefined` if the event has none. */
export function matchedValue(event: LifecycleEvent): string | undefined {
  switch (event.event) {
    case "SessionStart":
      return event.source ?? "startup";
    case "SessionEnd":
      return event.reason ?? "other";
    case "SubagentStart":
    case "SubagentStop":
      return event.agentType;
    default:
      return undefined;
  }
}

/** Returns the fields of an event in the input of a hook, in the dialect of its program. */
export function lifecycleInput(
  { dialect: { owner } }: ConfiguredHook,
  event: LifecycleEvent,
): Readonly<Record<string, unknown>> {
  switch (event.event) {
    case "SessionStart":
      return { source: event.source ?? "startup" };
    case "SessionEnd":
      return { reason: event.reason ?? "other" };
    case "UserPromptSubmit":
      return { prompt: event.prompt };
    case "SubagentStart":
      return { agent_id: event.agentId, agent_type: event.agentType };
    case "Stop":
      return owner === "gemini-cli"
        ? {
            prompt: event.prompt ?? "",
            prompt_response: event.lastMessage ?? "",
            stop_hook_active: event.continued === true,
          }
        : endFields(event);
    case "SubagentStop":
      return {
        agent_id: event.agentId,
        agent_type: event.agentType,
        agent_transcript_path: owner === "codex" ? null : "",
        ...endFields(event),
      };
  }
}

function endFields({
  continued,
  lastMessage,
}: {
  readonly continued?: boolean;
  readonly lastMessage?: string;
}): Readonly<Record<string, unknown>> {
  return { stop_hook_active: continued === true, last_assistant_message: lastMessage ?? null };
}
