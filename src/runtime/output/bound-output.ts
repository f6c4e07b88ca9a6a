import {
  type CallOutputs,
  type ContentPart,
  ignoreRejection,
  type TruncationPolicy,
  type TruncationRecord,
} from "../../contract/index.js";
import {
  addNotice,
  type NoticeFacts,
  type TruncationPreset,
  truncateContent,
} from "../../truncation/index.js";
import { atOnce } from "../host/at-once.js";
import { DEFAULT_TRUNCATION } from "../values/index.js";
import { storeOutput } from "./store-output.js";

/** How the outputs of a runtime are held to their limits. */
export interface OutputBounds {
  /** For tools that name no policy of their own. */
  readonly limits: TruncationPolicy;
  readonly notice: TruncationPreset["notice"];
  /** Whether the model has a subagent to read the rest with. */
  readonly canDelegate: boolean;
}

/** What the model reads, and what it does not. */
export interface BoundOutput {
  readonly content: readonly ContentPart[];
  /** Present when something was cut. */
  readonly truncation?: TruncationRecord;
}

/**
 * The truncation stage: holds what the model reads of any tool's result to the limits, keeps the whole of it in the output
 * store, and says where. A store that fails costs the path in the notice. `policy` is that of the tool; `false` leaves
 * the content as it is.
 *
 * Answers at once when nothing has to be kept, as with most results.
 */
export function boundOutput(
  parts: readonly ContentPart[],
  call: BoundedCall,
  bounds: OutputBounds,
): BoundOutput | Promise<BoundOutput> {
  const { policy } = call;
  if (policy === false) return { content: parts };
  const { parts: shown, cut } = truncateContent(parts, policy);
  return cut === undefined ? { content: shown } : keepWhole({ parts, shown, cut, policy }, call, bounds);
}

interface BoundedCall {
  readonly policy: TruncationPolicy | false;
  readonly outputs: () => CallOutputs;
  readonly succeeded: boolean;
}

/** The host's own words; where its function fails, the default's: a result must not be lost for its notice. */
function noticeText(notice: OutputBounds["notice"], facts: NoticeFacts): string {
  try {
    const text: unknown = atOnce(notice(facts));
    if (typeof text === "string") return text;
  } catch (thrown) {
    ignoreRejection(thrown);
    // The default stands in.
  }
  return DEFAULT_TRUNCATION.notice(facts);
}

async function keepWhole(
  {
    parts,
    shown,
    cut,
    policy,
  }: {
    readonly parts: readonly ContentPart[];
    readonly shown: readonly ContentPart[];
    readonly cut: NonNullable<ReturnType<typeof truncateContent>["cut"]>;
    readonly policy: TruncationPolicy;
  },
  { outputs, succeeded }: BoundedCall,
  { notice, canDelegate }: OutputBounds,
): Promise<BoundOutput> {
  const stored = await storeOutput(parts, outputs());
  const { omittedBytes, omittedLines } = cut;
  const whereabouts = stored.kept
    ? { savedTo: stored.path, notStoredBytes: stored.omittedBytes }
    : { notKept: stored.reason };
  return {
    content: addNotice(
      shown,
      noticeText(notice, { ...cut, ...whereabouts, succeeded, canDelegate }),
      policy.keep,
    ),
    truncation: { omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) },
  };
}
