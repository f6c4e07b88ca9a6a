import * as z from "zod";
import type { HookEventName } from "./hook-event.js";

const text = z.string().nullish();
const context = z.strictObject({ additionalContext: text });
/** A field that any value may have. */
const anything = z.unknown().optional();

/** Fields of the answer to every event. */
const COMMON = {
  continue: z.boolean().optional(),
  stopReason: text,
  suppressOutput: z.boolean().optional(),
  systemMessage: text,
};
const BLOCKING = { ...COMMON, decision: z.literal("block").nullish(), reason: text };

/** Answers that the JSON schemas of Codex permit, without the name of the event that each `hookSpecificOutput` repeats. */
const ANSWERS: Readonly<Partial<Record<HookEventName, { fields: z.ZodRawShape; specific?: z.ZodObject }>>> = {
  PreToolUse: {
    fields: { ...BLOCKING, decision: z.enum(["approve", "block"]).nullish() },
    specific: context.extend({
      permissionDecision: z.enum(["allow", "deny", "ask"]).nullish(),
      permissionDecisionReason: text,
      updatedInput: anything,
    }),
  },
  PermissionRequest: {
    fields: COMMON,
    specific: z.strictObject({
      decision: z
        .strictObject({
          behavior: z.enum(["allow", "deny"]),
          message: text,
          interrupt: z.boolean().optional(),
          updatedInput: anything,
          updatedPermissions: anything,
        })
        .nullish(),
    }),
  },
  PostToolUse: {
    fields: BLOCKING,
    specific: context.extend({ updatedMCPToolOutput: anything, updatedToolOutput: anything }),
  },
  SessionStart: {
    fields: COMMON,
    specific: context.extend({ env: z.record(z.string(), z.string()).nullish() }),
  },
  UserPromptSubmit: { fields: BLOCKING, specific: context },
  SubagentStart: { fields: COMMON, specific: context },
  Stop: { fields: BLOCKING },
  SubagentStop: { fields: BLOCKING },
};

/**
 * Throws a TypeError for an answer that the JSON schemas of Codex do not permit: for Codex, the hook that printed it failed.
 *
 * Otherwise an answer that Codex ignores, because a field is unknown or has another type, could allow a call or change its
 * input here.
 */
export function requireCodexAnswer(answer: unknown, event: HookEventName): void {
  const { fields = COMMON, specific } = ANSWERS[event] ?? {};
  const named = specific?.extend({ hookEventName: z.literal(event) }).nullish();
  const schema = z.strictObject({ ...fields, ...(named !== undefined && { hookSpecificOutput: named }) });
  const { error } = schema.safeParse(answer);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return;
  const where = issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw new TypeError(`Codex does not permit its answer${where}: ${issue.message}.`);
}
