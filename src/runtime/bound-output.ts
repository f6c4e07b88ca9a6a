import type { CallOutputs, ContentPart, TruncationPolicy, TruncationRecord } from "../contract/index.js";
import { addNotice, type TruncationPreset, truncateContent } from "../truncation/index.js";
import { keepOutput } from "./keep-output.js";

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
 */
export async function boundOutput(
  parts: readonly ContentPart[],
  call: {
    readonly policy: TruncationPolicy | false;
    readonly outputs: () => CallOutputs;
    readonly succeeded: boolean;
  },
  { notice, canDelegate }: OutputBounds,
): Promise<BoundOutput> {
  const { policy, succeeded } = call;
  if (policy === false) return { content: parts };
  const { parts: shown, cut } = truncateContent(parts, policy);
  if (cut === undefined) return { content: shown };
  const stored = await keepOutput(parts, call.outputs());
  const { omittedBytes, omittedLines } = cut;
  const whereabouts = stored.kept
    ? { savedTo: stored.path, notStoredBytes: stored.omittedBytes }
    : { notKept: stored.reason };
  return {
    content: addNotice(shown, notice({ ...cut, ...whereabouts, succeeded, canDelegate }), policy.keep),
    truncation: { omittedBytes, omittedLines, ...(stored.kept && { savedTo: stored.path }) },
  };
}
