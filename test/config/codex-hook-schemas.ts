import { type Schema, Validator } from "@cfworker/json-schema";
import type { HookEventName } from "../../src/config/hooks/hook-event.js";

/** Events for which Codex publishes schemas of the input and the output of a hook. */
export const CODEX_EVENTS = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "SessionStart",
  "UserPromptSubmit",
  "Stop",
  "SubagentStart",
  "SubagentStop",
] as const satisfies readonly HookEventName[];
export type CodexEvent = (typeof CODEX_EVENTS)[number];

const TEXT: Schema = { type: "string" };
const NULLABLE: Schema = { type: ["string", "null"] };
const FLAG: Schema = { type: "boolean" };

const closed = (
  properties: Readonly<Record<string, Schema | true>>,
  required: readonly string[],
): Schema => ({
  type: "object",
  properties: properties as Record<string, Schema>,
  required: [...required],
  additionalProperties: false,
});
const optional = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

const TURN = { turn_id: TEXT };
const TOOL = { ...TURN, tool_name: TEXT, tool_input: true } as const;
const AGENT = { ...TURN, agent_id: TEXT, agent_type: TEXT };
const END = { ...TURN, stop_hook_active: FLAG, last_assistant_message: NULLABLE };

/** Fields of the input of each event besides those that every input has. */
const INPUTS: Readonly<Record<CodexEvent, Readonly<Record<string, Schema | true>>>> = {
  PreToolUse: { ...TOOL, tool_use_id: TEXT },
  PermissionRequest: TOOL,
  PostToolUse: { ...TOOL, tool_use_id: TEXT, tool_response: true },
  SessionStart: { source: { enum: ["startup", "resume", "clear", "compact", "fork"] } },
  UserPromptSubmit: { ...TURN, prompt: TEXT },
  Stop: END,
  SubagentStart: AGENT,
  SubagentStop: { ...AGENT, ...END, agent_transcript_path: NULLABLE },
};

/** The schema of Codex for the input of a hook. Every field is required, and there are no others. */
export function inputSchemaOf(event: CodexEvent): Schema {
  const properties = {
    session_id: TEXT,
    transcript_path: NULLABLE,
    cwd: TEXT,
    hook_event_name: { const: event },
    model: TEXT,
    permission_mode: { enum: ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"] },
    ...INPUTS[event],
  };
  return closed(properties, Object.keys(properties));
}

const UNIVERSAL = { continue: FLAG, stopReason: NULLABLE, suppressOutput: FLAG, systemMessage: NULLABLE };
const BLOCKING = { decision: { enum: ["block", null] }, reason: NULLABLE };
const CONTEXT = { additionalContext: NULLABLE };
const DECISION = closed(
  {
    behavior: { enum: ["allow", "deny"] },
    message: NULLABLE,
    interrupt: FLAG,
    updatedInput: true,
    updatedPermissions: true,
  },
  ["behavior"],
);

/** Fields of the output of each event besides those that every output has, and those of `hookSpecificOutput`. */
const OUTPUTS: Readonly<Record<CodexEvent, readonly Readonly<Record<string, Schema | true>>[]>> = {
  PreToolUse: [
    { decision: { enum: ["approve", "block", null] }, reason: NULLABLE },
    {
      ...CONTEXT,
      permissionDecision: { enum: ["allow", "deny", "ask", null] },
      permissionDecisionReason: NULLABLE,
      updatedInput: true,
    },
  ],
  PermissionRequest: [{}, { decision: optional(DECISION) }],
  PostToolUse: [BLOCKING, { ...CONTEXT, updatedMCPToolOutput: true, updatedToolOutput: true }],
  SessionStart: [
    {},
    { ...CONTEXT, env: optional({ type: "object", additionalProperties: { type: "string" } }) },
  ],
  UserPromptSubmit: [BLOCKING, CONTEXT],
  Stop: [BLOCKING],
  SubagentStart: [{}, CONTEXT],
  SubagentStop: [BLOCKING],
};

/** The schema of Codex for the output of a hook: every field is optional, except the event in `hookSpecificOutput`. */
export function outputSchemaOf(event: CodexEvent): Schema {
  const [fields = {}, specific] = OUTPUTS[event];
  const named = specific && closed({ ...specific, hookEventName: { const: event } }, ["hookEventName"]);
  return closed(
    { ...UNIVERSAL, ...fields, ...(named !== undefined && { hookSpecificOutput: optional(named) }) },
    [],
  );
}

/** Returns what a schema does not permit in a value; empty if it permits the value. */
export function violations(schema: Schema, value: unknown): readonly string[] {
  const { valid, errors } = new Validator(schema, "7", false).validate(value);
  return valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}
