import type { OnReject, TimelineEntry } from "../../batching/index.js";
import type {
  ApprovalAnswer,
  ApprovalRequest,
  CommandConfinement,
  ResumedCall,
  ToolContext,
  ToolSession,
  TraceContext,
  TruncationPolicy,
} from "../../contract/index.js";
import type { RuntimeServices } from "./runtime-services.js";

/**
 * Answers to blocked calls, by the id of the call or of the request (`approval.id`). A request id cannot be reused
 * for another question.
 */
export type ApprovalAnswers = Readonly<Record<string, boolean | ApprovalAnswer>>;

/** The settings of one run of calls. */
export interface RunScope {
  readonly services: RuntimeServices;
  readonly session: ToolSession;
  readonly signal: AbortSignal | undefined;
  readonly within?: ToolContext | undefined;
  readonly traceContext?: TraceContext | undefined;
  readonly messageId?: string | undefined;
  readonly agent?: string | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly confinement?: CommandConfinement | undefined;
  readonly onReject?: OnReject | undefined;
  readonly onTimeline?: ((entries: readonly TimelineEntry[]) => void) | undefined;
  /** The limits of the content of these results, instead of those of the tools and the runtime. */
  readonly truncation?: TruncationPolicy | false | undefined;
  /** The states and answers of paused calls that `resume` starts again, by call id. */
  readonly resumptions?: ReadonlyMap<string, ResumedCall>;
  /** Answers passed to `resume` for blocked calls, by call id. */
  readonly answers?: ReadonlyMap<string, BroughtAnswer>;
}

/** An answer to a question that another run asked, with its question. */
export interface BroughtAnswer {
  /** The question as it was stored, where it may have been altered. */
  readonly request: ApprovalRequest;
  readonly value: boolean | ApprovalAnswer;
}

/** Returns the signals that stop a run: its own, and that of the call it is made within. */
export function stopSignals({ signal, within }: RunScope): readonly AbortSignal[] {
  return [signal, within?.signal].filter((each) => each !== undefined);
}
