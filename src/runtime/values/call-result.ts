import type {
  ApprovalRequest,
  CallTiming,
  ContentPart,
  PermissionDecision,
  ToolCall,
  ToolResult,
} from "../../contract/index.js";
import type { CallFailure } from "./call-failure.js";

/** The fields of every result. */
export interface ResultBase {
  readonly call: ToolCall;
  readonly toolName: string;
  readonly timing: CallTiming;
  readonly decision?: PermissionDecision | undefined;
  readonly trackFiles?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The output of a call that was stopped. */
export interface PartialOutput {
  readonly result: unknown;
  readonly content: readonly ContentPart[];
}

/**
 * Returns the result of a call that failed, was cancelled or was rejected. The model reads the message, followed by
 * the partial output.
 */
export function failedResult(base: ResultBase, failure: CallFailure, partial?: PartialOutput): ToolResult {
  const message: ContentPart = { type: "text", text: failure.error.message };
  return {
    ...baseFields(base),
    status: failure.status,
    error: failure.error,
    ...(partial !== undefined && { result: partial.result }),
    content: partial === undefined ? [message] : [message, ...partial.content],
  };
}

/** Returns the result of a call that waits for an approval that this process cannot obtain. */
export function blockedResult(base: ResultBase, approval: ApprovalRequest): ToolResult {
  const message = `The call to '${base.toolName}' waits for the user's approval and has not run. Its result will follow once the user has decided.`;
  return {
    ...baseFields(base),
    status: "blocked-on-user",
    error: { message, errorCode: "blocked-on-user" },
    approval,
    content: [{ type: "text", text: message }],
  };
}

type BaseFields = Pick<
  ToolResult,
  "callId" | "toolName" | "requestedName" | "timing" | "decision" | "trackFiles" | "metadata"
>;

/**
 * Returns the fields of a base that are set, so that a result has no `undefined` members. Uses assignments because it
 * runs for every call.
 */
export function baseFields({
  call,
  toolName,
  timing,
  decision,
  trackFiles,
  metadata,
}: ResultBase): BaseFields {
  const fields: { -readonly [Field in keyof BaseFields]: BaseFields[Field] } = {
    callId: call.id,
    toolName,
    requestedName: call.name,
    timing,
  };
  if (decision !== undefined) fields.decision = decision;
  if (trackFiles?.length) fields.trackFiles = trackFiles;
  if (metadata !== undefined && Object.keys(metadata).length > 0) fields.metadata = metadata;
  return fields;
}
