import type { ContentPart } from "../values/index.js";
import type { ToolFacts } from "./tool-facts.js";
import type { ToolKind } from "./tool-kind.js";

/** What a rule says about a call. */
export type Verdict = "allow" | "ask" | "deny";

/**
 * One permission rule. All the conditions it names must hold; a rule without conditions holds for every call.
 *
 * Order: a matching `deny` wins wherever it stands; otherwise the last matching rule decides.
 */
export interface PermissionRule {
  /** A tool's name, any alias of it, or a glob over names (`mcp__github__*`). */
  readonly tool?: string;
  readonly kind?: ToolKind;
  /** A glob over absolute paths; a relative one starts at the working directory, `~/` at the home folder. */
  readonly path?: string;
  /** A shell command; `*` stands for anything: `git log *`. */
  readonly command?: string;
  /** A glob over host names. */
  readonly host?: string;
  readonly verdict: Verdict;
  /** Shown to the model when a call is refused, and to the person who is asked. */
  readonly reason?: string;
}

/** What was decided about a call, and what decided it. */
export interface PermissionDecision {
  readonly verdict: Verdict;
  /** `rule`: see `rule`; `kind`: the default of the tool's kind; `boundary`: a path outside the roots; `mode`, `grant`: the session's; `repetition`: the same calls again and again. */
  readonly source: "rule" | "kind" | "boundary" | "protected" | "mode" | "grant" | "tool" | "repetition";
  readonly rule?: PermissionRule;
  readonly reason?: string;
  /** Set for a command that runs without anybody having been asked, because all of it or parts of it only read. */
  readonly confinement?: CommandConfinement;
}

/** The limits within which a command runs that nobody was asked about. */
export interface CommandConfinement {
  /** Whether the whole command line only reads; otherwise rules allowed the rest of it. */
  readonly readOnly: boolean;
  /** Names of the programs that nobody was asked about: they are run from folders only that the workspace cannot write. */
  readonly programs: readonly string[];
}

/** One simple command of a shell command, as a parser reads it. */
export interface ApprovalCommand {
  /** Without quotes; what is only known at run time stands as it is written. */
  readonly words: readonly string[];
  /** What runs it: a wrapper (`sudo`, `xargs`), a script (`bash -c`) or a substitution (`$()`). Absent at the top. */
  readonly within?: string;
}

/**
 * What an approver should not overlook.
 *
 * - `hidden-characters`: the input holds control or invisible characters; texts of the request show them as `\u{...}`.
 * - `unreadable-command`: a command in it is only known at run time, or it cannot be parsed.
 * - `unknown-paths`: it touches files that are only known at run time.
 * - `outside-roots`, `protected`, `secret`: a path of it is such a place.
 */
export type ApprovalWarning =
  | "hidden-characters"
  | "unreadable-command"
  | "unknown-paths"
  | "outside-roots"
  | "protected"
  | "secret";

/** A question to the host: may this call run? Plain JSON. */
export interface ApprovalRequest {
  /** Names this question; an answer given to `resume` under this name is for no other question. Every question of a runtime has one. */
  readonly id?: string;
  readonly callId: string;
  readonly toolName: string;
  readonly requestedName: string;
  readonly kind: ToolKind;
  readonly sessionId: string;
  /** The canonical input: exactly what will run. */
  readonly input: unknown;
  /** The input as the model sent it, so that the call can be prepared again elsewhere. */
  readonly requestedInput: unknown;
  /** Facts with absolute, symlink-free paths. */
  readonly facts: ToolFacts;
  readonly decision: PermissionDecision;
  /**
   * Signs this request with the secret of the runtime's state directory: an answer given to `resume` counts once, and only for
   * exactly this request and the call it shows. Another one for each question.
   */
  readonly digest: string;
  readonly preview?: readonly ContentPart[];
  /** Every simple command of a shell command, wrappers in front of what they run. */
  readonly commands?: readonly ApprovalCommand[];
  /** How many commands `commands` leaves out, where there are more than are shown. All of them are judged. */
  readonly omittedCommands?: number;
  readonly warnings?: readonly ApprovalWarning[];
  /** Narrow rules that a host may offer to remember; never for interpreters and wrappers. */
  readonly suggestedRules?: readonly PermissionRule[];
}

/**
 * The host's answer to an {@link ApprovalRequest}.
 *
 * `remember`: nothing after `"once"` (the default), exactly this call for the `"session"`, or rules of the host's. `input`
 * replaces the input of the call: it is validated and judged like a model's, and the model is told what ran.
 */
export type ApprovalAnswer =
  | {
      readonly approved: true;
      readonly remember?: "once" | "session" | readonly PermissionRule[];
      readonly input?: unknown;
    }
  | { readonly approved: false; readonly reason?: string };

/** Answers approval requests in this process; `true` and `false` are short for approve once and reject. */
export type ApprovalHandler = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;
