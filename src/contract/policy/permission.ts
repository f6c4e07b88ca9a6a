import type { ContentPart } from "../values/index.js";
import type { ToolFacts } from "./tool-facts.js";
import type { ToolKind } from "./tool-kind.js";

/** The result of the policy for a call. */
export type Verdict = "allow" | "ask" | "deny";

/**
 * One permission rule. A call matches if all conditions of the rule are met; a rule without conditions
 * matches every call.
 *
 * Precedence: any matching `deny` wins, whatever its position, unless it is `overridable`; otherwise the last matching
 * rule decides.
 */
export interface PermissionRule {
  /** A tool's name, one of its aliases, or a glob over names (`mcp__github__*`). */
  readonly tool?: string;
  /** A kind of tools. */
  readonly kind?: ToolKind;
  /** A glob over absolute paths; a relative one starts at the working directory, `~/` at the home folder. */
  readonly path?: string;
  /** A shell command; `*` matches anything: `git log *`. */
  readonly command?: string;
  /** A glob over host names. */
  readonly host?: string;
  /** The result for a matching call. */
  readonly verdict: Verdict;
  /**
   * For a deny rule: a later matching rule decides instead of it. Expresses lists in which the last match wins, for example
   * "deny everything except these commands". Default: false, the deny wins in any position.
   */
  readonly overridable?: boolean;
  /** Shown to the model when a call is refused, and to the approver. */
  readonly reason?: string;
}

/** The verdict about a call, and its source. */
export interface PermissionDecision {
  /** The result of the policy. */
  readonly verdict: Verdict;
  /**
   * `rule`: see `rule`; `kind`: the default of the tool's kind; `boundary`: a path outside the roots; `mode`,
   * `grant`: of the session; `repetition`: the same calls repeated; `sandbox`: a command that runs without a question because
   * the shell confines it; `hook`: the answer of a hook.
   */
  readonly source:
    | "rule"
    | "kind"
    | "boundary"
    | "protected"
    | "mode"
    | "grant"
    | "tool"
    | "repetition"
    | "sandbox"
    | "hook";
  /** The deciding rule, with the source `rule`. */
  readonly rule?: PermissionRule;
  /** The reason in one sentence. */
  readonly reason?: string;
  /** Set for a command that runs without a question because all of it, or parts of it, only read. */
  readonly confinement?: CommandConfinement;
}

/** The limits of a command that runs without a question. */
export interface CommandConfinement {
  /** Whether the whole command line only reads; otherwise rules allowed the other parts. */
  readonly readOnly: boolean;
  /**
   * Names of the programs that run without a question: they are run only from folders that the workspace
   * cannot write.
   */
  readonly programs: readonly string[];
  /**
   * Set if parts of the line run only because the shell confines every command: it must run the line in its sandbox, without
   * network and without secret files, or refuse it.
   */
  readonly sandboxed?: true;
  /**
   * Set if a program reads from a service with the login of the user: it needs the network and its own settings, so it runs
   * outside the read-only sandbox. Where that sandbox is required, the shell refuses the line.
   */
  readonly usesAccount?: true;
}

/** One simple command of a shell command, as a parser reads it. */
export interface ApprovalCommand {
  /** Without quotes; parts that are only known at run time are kept as written. */
  readonly words: readonly string[];
  /**
   * The command that runs it: a wrapper (`sudo`, `xargs`), a script (`bash -c`) or a substitution (`$()`).
   * Absent at the top level.
   */
  readonly within?: string;
}

/**
 * A warning for the approver.
 *
 * - `hidden-characters`: the input contains control or invisible characters; the texts of the request show
 *   them as `\u{...}`.
 * - `unreadable-command`: a command in it is only known at run time, or it cannot be parsed.
 * - `unknown-paths`: it touches files that are only known at run time.
 * - `outside-roots`, `protected`, `secret`: one of its paths has this property.
 */
export type ApprovalWarning =
  | "hidden-characters"
  | "unreadable-command"
  | "unknown-paths"
  | "outside-roots"
  | "protected"
  | "secret";

/** A question to the host whether a call may run. Plain JSON. */
export interface ApprovalRequest {
  /**
   * Identifies this question; an answer that `resume` receives under this id applies to no other question.
   * Every question of a runtime has one.
   */
  readonly id?: string;
  /** The id of the call. */
  readonly callId: string;
  /**
   * Whether the question is about the call as a whole, before it runs, or asked by the tool while the call runs. An
   * approval of a call does not answer the questions that its tool asks.
   */
  readonly askedBy: "call" | "tool";
  /** One line that names the effect: `Run npm test`, `Edit /project/a.ts`. Hidden characters are escaped. */
  readonly title: string;
  /** The tool, what it will do, and the reason of the question, as sentences. Hidden characters are escaped. */
  readonly summary: string;
  /** The tool that runs, or that asks while it runs. */
  readonly toolName: string;
  /** The name that the model sent. */
  readonly requestedName: string;
  /** The kind of the call, or of that which a running tool asks about: a check that starts a command is `execute`. */
  readonly kind: ToolKind;
  /** The session of the call. */
  readonly sessionId: string;
  /**
   * The canonical input: exactly the input that will run. For a question of a running tool, what it asks about: `reason`,
   * and `command`, `cwd`, `paths` and `hosts` if it names them.
   */
  readonly input: unknown;
  /** The input as the model sent it, so that the call can be prepared again in another process. */
  readonly requestedInput: unknown;
  /** Facts with absolute, symlink-free paths. */
  readonly facts: ToolFacts;
  /** The verdict `ask` and its source. */
  readonly decision: PermissionDecision;
  /**
   * Signature of this request with the secret of the runtime's state directory: an answer that `resume`
   * receives is valid once, and only for exactly this request and the call it shows. Differs for each
   * question.
   */
  readonly digest: string;
  /** Content of the tool for the approver, for example a diff. Absent if the tool has no preview. */
  readonly preview?: readonly ContentPart[];
  /** Every simple command of a shell command; wrappers precede the command they run. */
  readonly commands?: readonly ApprovalCommand[];
  /**
   * The number of commands that `commands` omits, if there are more than are shown. All of them are judged.
   */
  readonly omittedCommands?: number;
  /** Properties of the call that need attention. Absent if there are none. */
  readonly warnings?: readonly ApprovalWarning[];
  /**
   * Whether the answer `remember: "session"` has an effect. `false` for a call that is asked about each time, such as an
   * interpreter, a wrapper, or a repeated call: do not offer the answer.
   */
  readonly canRemember?: boolean;
  /** Narrow rules that a host may offer to remember; never for interpreters and wrappers, never a whole root. */
  readonly suggestedRules?: readonly PermissionRule[];
}

/**
 * The host's answer to an {@link ApprovalRequest}.
 *
 * `remember`: `"once"` (the default) remembers nothing, `"session"` remembers exactly this call, and a list
 * holds rules from the host. `input` replaces the input of the call: it is validated and judged like a
 * model's input, and the result states the input that ran.
 */
export type ApprovalAnswer =
  | {
      readonly approved: true;
      readonly remember?: "once" | "session" | readonly PermissionRule[];
      readonly input?: unknown;
    }
  | { readonly approved: false; readonly reason?: string };

/**
 * Answers approval requests in this process; `true` and `false` are shorthand for approve once and reject.
 */
export type ApprovalHandler = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;
