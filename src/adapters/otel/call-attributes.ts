import type { Attributes } from "@opentelemetry/api";
import type { ToolResult, ToolSource } from "../../contract/index.js";
import type { ObservedCall } from "../../runtime/index.js";
import { ATTRIBUTES, OTHER, SPANS } from "./attribute-names.js";

/** Characters of a tool's description: it stands on every span. */
const MAX_DESCRIPTION_LENGTH = 512;

/** Characters of an id that a provider gave to a call. */
const MAX_ID_LENGTH = 128;

/** A code that is one, rather than a message that a tool put there. */
const CODE = /^[\w.:-]{1,64}$/;

/** By the conventions an extension calls another service by itself, and a function is the host's own code. */
const TOOL_TYPES: Readonly<Record<ToolSource, string>> = {
  builtin: "function",
  host: "function",
  toolbox: "function",
  mcp: "extension",
};

/** The name of the tool; never one that a model made up, which could hold anything. */
export function shownName({ tool }: Pick<ObservedCall, "tool">): string {
  return tool?.name ?? OTHER;
}

/** What is known of a call when its span begins: about the tool and the decision, nothing of the input. */
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

/** What came of a call: codes and counts. A message or a path may hold what was read or written, so there is none. */
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

/** The outcome of a call, for its span and for metrics alike. */
export function outcomeAttributes(result: ToolResult): Attributes {
  const attributes: Attributes = { [ATTRIBUTES.status]: result.status };
  const errorType = errorTypeOf(result);
  if (errorType !== undefined) attributes[ATTRIBUTES.errorType] = errorType;
  return attributes;
}

/** The code of a call that came to nothing. One that waits for its user has not failed. */
export function errorTypeOf({ status, error }: ToolResult): string | undefined {
  if (error === undefined || status === "blocked-on-user") return undefined;
  const { errorCode } = error;
  return CODE.test(errorCode) ? errorCode : OTHER;
}
