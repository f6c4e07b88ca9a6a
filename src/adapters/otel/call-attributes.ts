import type { Attributes } from "@opentelemetry/api";
import type { ToolResult, ToolSource } from "../../contract/index.js";
import type { ObservedCall } from "../../runtime/index.js";
import { ATTRIBUTES, OTHER, SPANS } from "./attribute-names.js";

/** Characters of a tool's description, which is an attribute of every span. */
const MAX_DESCRIPTION_LENGTH = 512;

/** Characters of a call id that a provider assigned. */
const MAX_ID_LENGTH = 128;

/** Pattern of an error code, as opposed to a message that a tool used as a code. */
const CODE = /^[\w.:-]{1,64}$/;

/** In the conventions an extension calls another service itself, and a function is the host's own code. */
const TOOL_TYPES: Readonly<Record<ToolSource, string>> = {
  builtin: "function",
  host: "function",
  toolbox: "function",
  mcp: "extension",
};

/** Returns the name of the tool; never a name that a model invented, which could contain anything. */
export function shownName({ tool }: Pick<ObservedCall, "tool">): string {
  return tool?.name ?? OTHER;
}

/** Returns the attributes known when a call's span begins: about the tool and the decision, without the input. */
export function startAttributes(call: ObservedCall, conversationId: string): Attributes {
  const { id, tool, decision, repairCount } = call;
  const attributes: Attributes = {
    [ATTRIBUTES.operationName]: SPANS.call,
    [ATTRIBUTES.toolName]: shownName(call),
    [ATTRIBUTES.callId]: id.slice(0, MAX_ID_LENGTH),
    [ATTRIBUTES.conversationId]: conversationId,
  };
  if (tool !== undefined) {
    attributes[ATTRIBUTES.toolType] = TOOL_TYPES[tool.source];
    attributes[ATTRIBUTES.toolDescription] = tool.description.slice(0, MAX_DESCRIPTION_LENGTH);
    attributes[ATTRIBUTES.toolKind] = tool.kind;
  }
  if (decision !== undefined) {
    attributes[ATTRIBUTES.verdict] = decision.verdict;
    attributes[ATTRIBUTES.decisionSource] = decision.source;
  }
  if (repairCount > 0) attributes[ATTRIBUTES.inputRepairs] = repairCount;
  return attributes;
}

/**
 * Returns the attributes of a call's outcome: codes and counts. Messages and paths are omitted, because they may contain
 * what was read or written.
 */
export function endAttributes(result: ToolResult): Attributes {
  const { truncation, trackFiles, metadata } = result;
  const attributes = outcomeAttributes(result);
  if (truncation !== undefined) {
    attributes[ATTRIBUTES.omittedBytes] = truncation.omittedBytes;
    attributes[ATTRIBUTES.omittedLines] = truncation.omittedLines;
  }
  if (trackFiles !== undefined) attributes[ATTRIBUTES.changedFiles] = trackFiles.length;
  const attempts = metadata?.attempts;
  if (typeof attempts === "number") attributes[ATTRIBUTES.attempts] = attempts;
  return attributes;
}

/** Returns the outcome of a call, for its span and for metrics. */
export function outcomeAttributes(result: ToolResult): Attributes {
  const attributes: Attributes = { [ATTRIBUTES.status]: result.status };
  const errorType = errorTypeOf(result);
  if (errorType !== undefined) attributes[ATTRIBUTES.errorType] = errorType;
  return attributes;
}

/** Returns the error code of a failed call. A call that waits for its user has not failed. */
export function errorTypeOf({ status, error }: ToolResult): string | undefined {
  if (error === undefined || status === "blocked-on-user") return undefined;
  const { errorCode } = error;
  return CODE.test(errorCode) ? errorCode : OTHER;
}
