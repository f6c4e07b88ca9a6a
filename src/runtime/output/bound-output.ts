import {
  type CallOutputs,
  type ContentPart,
  ignoreRejection,
  type ToolContext,
  type TruncationPolicy,
  type TruncationRecord,
} from "../../contract/index.js";
import {
  addNotice,
  limitMedia,
  mergeLimits,
  type NoticeFacts,
  type TruncationPreset,
  truncateContent,
} from "../../truncation/index.js";
import { atOnce } from "../host/at-once.js";
import { DEFAULT_TRUNCATION } from "../values/index.js";
import { storeOutput } from "./store-output.js";

/** The truncation options of a runtime. */
export interface OutputBounds {
  /** The limits for tools without their own policy, and those that complete a partial one. */
  readonly limits: TruncationPolicy;
  readonly notice: TruncationPreset["notice"];
  /** Whether the model has a subagent to read the rest with. */
  readonly canDelegate: boolean;
  /** The tools that start subagents; empty if the host has its own. The model has a subagent if one of them is offered. */
  readonly subagentTools: readonly string[];
}

/** The content that the model reads, with a record of the truncation. */
export interface BoundOutput {
  readonly content: readonly ContentPart[];
  /** Present if something was truncated. */
  readonly truncation?: TruncationRecord;
}

/**
 * Applies the limits to the content that the model reads of a tool's result, stores the whole content in the output
 * store, and names its path. If the store fails, the notice omits the path. `policy` is that of the tool, completed by
 * the limits of the runtime; `false` leaves only the ceiling of a result.
 *
 * Returns synchronously when nothing has to be stored, as with most results.
 */
export function boundOutput(
  parts: readonly ContentPart[],
  call: BoundedCall,
  bounds: OutputBounds,
): BoundOutput | Promise<BoundOutput> {
  const policy = call.policy === undefined ? bounds.limits : mergeLimits(call.policy, bounds.limits);
  const { parts: shown, truncation } = truncateContent(limitMedia(parts), policy);
  return truncation === undefined
    ? { content: shown }
    : keepWhole({ parts, shown, truncation, policy }, call, bounds);
}

interface BoundedCall {
  readonly policy: TruncationPolicy | false | undefined;
  readonly outputs: () => CallOutputs;
  readonly succeeded: boolean;
  /** Returns whether the session may call a tool. */
  readonly offers: ToolContext["offers"];
}

/**
 * Returns the host's notice, or the default if its function fails: a result must not be lost because of its notice.
 */
function noticeText(notice: OutputBounds["notice"], facts: NoticeFacts): string {
  try {
    const text: unknown = atOnce(notice(facts));
    if (typeof text === "string") return text;
  } catch (thrown) {
    ignoreRejection(thrown);
    // Use the default notice.
  }
  return DEFAULT_TRUNCATION.notice(facts);
}

async function keepWhole(
  {
    parts,
    shown,
    truncation,
    policy,
  }: {
    readonly parts: readonly ContentPart[];
    readonly shown: readonly ContentPart[];
    readonly truncation: NonNullable<ReturnType<typeof truncateContent>["truncation"]>;
    readonly policy: TruncationPolicy;
  },
  { outputs, succeeded, offers }: BoundedCall,
  { notice, subagentTools, ...bounds }: OutputBounds,
): Promise<BoundOutput> {
  const canDelegate = bounds.canDelegate && (subagentTools.length === 0 || subagentTools.some(offers));
  const stored = await storeOutput(parts, outputs());
  const { omittedBytes, omittedLines } = truncation;
  const whereabouts = stored.kept
    ? { savedTo: stored.path, notStoredBytes: stored.omittedBytes }
    : { notKept: stored.reason };
  return {
    content: addNotice(
      shown,
      noticeText(notice, { ...truncation, ...whereabouts, succeeded, canDelegate, offers }),
      policy.keep,
    ),
    truncation: { omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) },
  };
}
