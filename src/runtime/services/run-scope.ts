import type { OnReject, TimelineEntry } from "../../batching/index.js";
import type {
  ApprovalAnswer,
  ApprovalRequest,
  CommandConfinement,
  ToolContext,
  ToolSession,
  TraceContext,
} from "../../contract/index.js";
import type { RuntimeServices } from "./runtime-services.js";

/**
 * Answers to blocked calls, by the id of the call or, which no other question can be put in the place of, that of the request
 * (`approval.id`).
 */
export type ApprovalAnswers = Readonly<Record<string, boolean | ApprovalAnswer>>;

/** One run of calls and what holds for all of them. */
export interface RunScope {
  readonly services: RuntimeServices;
  readonly session: ToolSession;
  readonly signal: AbortSignal | undefined;
  readonly within?: ToolContext | undefined;
  readonly traceContext?: TraceContext | undefined;
  readonly confinement?: CommandConfinement | undefined;
  readonly onReject?: OnReject | undefined;
  readonly onTimeline?: ((entries: readonly TimelineEntry[]) => void) | undefined;
  /** Answers brought along for blocked calls, by call id. */
  readonly answers?: ReadonlyMap<string, BroughtAnswer>;
}

/** An answer to a question that another run asked, and what that question was about. */
export interface BroughtAnswer {
  /** The question as it was stored, where anybody may have altered it. */
  readonly request: ApprovalRequest;
  readonly value: boolean | ApprovalAnswer;
}

/** The signals that stop a run: its own, and that of the call it is made within. */
export function stopSignals({ signal, within }: RunScope): readonly AbortSignal[] {
  return [signal, within?.signal].filter((each) => each !== undefined);
}
