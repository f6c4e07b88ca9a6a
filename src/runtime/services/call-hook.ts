import type { Backend, ContextQuestion, KeptAnswer, ToolResult, Verdict } from "../../contract/index.js";
import type { MiddlewareCall } from "./middleware.js";

/** The call that a hook receives. */
export type HookCall = MiddlewareCall;

/** The signal, the backend and the question function that a hook receives with the call. */
export interface HookOptions {
  /** Aborts when the time limit of the hook expires or the run is stopped. */
  readonly signal: AbortSignal;
  /** The backend of the runtime. */
  readonly backend?: Backend | undefined;
  /**
   * Asks the approver a question, as a running tool does: rules may answer it, and without an approver the answer is no. A
   * kept answer replaces the question, and keeps a yes.
   */
  readonly ask: (question: ContextQuestion, kept?: KeptAnswer) => Promise<boolean>;
}

/** The answer of a hook before a call. Every field is optional; `undefined` changes nothing. */
export interface BeforeCallAnswer {
  /**
   * `deny` refuses the call. `ask` asks the approver about it. `allow` answers a question that only the default of the
   * tool's kind asks, and nothing else: rules, boundaries, protected paths and the limits of a session still count.
   */
  readonly verdict?: Verdict | undefined;
  /** The reason of the verdict: shown to the model when the call is refused, and to the approver. */
  readonly reason?: string | undefined;
  /** Replaces the input of the call: it is validated and judged like an input of the model. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Text that the model reads with the result of the call. */
  readonly context?: string | undefined;
}

/** The answer of a hook to the question whether a call may run. */
export interface CallQuestionAnswer {
  /** Whether the call may run. It counts like the answer of the approver, who is not asked. */
  readonly approved: boolean;
  /** The reason of a no, shown to the model. */
  readonly reason?: string | undefined;
  /** Replaces the input of an approved call: it is validated and judged like an input that the approver wrote. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of a hook after a call. Every field is optional; `undefined` changes nothing. */
export interface AfterCallAnswer {
  /** An objection that the model reads with the result. The call has already run, so its status stays. */
  readonly block?: string | undefined;
  /** Replaces the content of the result, for example to hide it from the model. */
  readonly replacement?: string | undefined;
  /** Text that the model reads with the result of the call. */
  readonly context?: string | undefined;
}

/**
 * A function of the user that decides about calls and adds to their results.
 *
 * The hooks of a runtime run in parallel: the strictest verdict counts, and of several inputs the last in the order of
 * the hooks. `answerQuestion` runs when a call would be asked about, before the approver is: a no of any hook rejects
 * the call, and a yes runs it. `beforeCall` runs once for each call that the rules do not deny, when the scheduler
 * reaches it; it does not run again for an input that a hook or the approver wrote. `afterCall` runs for each call that
 * ran, while the call still holds its locks. Each has a time limit; then, or when the run is stopped,
 * `signal` aborts.
 *
 * A hook that fails never fails its call: `metadata.hooks` of the result names it.
 *
 * @example
 * const noForce: CallHook = {
 *   name: "no-force",
 *   beforeCall: ({ input }) =>
 *     JSON.stringify(input).includes("--force") ? { verdict: "deny", reason: "Do not use --force" } : undefined,
 * };
 */
export interface CallHook {
  /** The name in results and messages. */
  readonly name: string;
  /**
   * Milliseconds that each function may take; `false` for no limit, if the hook limits itself. Default: `timeoutMs` of
   * the runtime.
   */
  readonly timeoutMs?: number | false;
  beforeCall?(
    call: HookCall,
    options: HookOptions,
  ): BeforeCallAnswer | undefined | Promise<BeforeCallAnswer | undefined>;
  answerQuestion?(
    call: HookCall,
    options: HookOptions,
  ): CallQuestionAnswer | undefined | Promise<CallQuestionAnswer | undefined>;
  afterCall?(
    call: HookCall,
    result: ToolResult,
    options: HookOptions,
  ): AfterCallAnswer | undefined | Promise<AfterCallAnswer | undefined>;
}
