import type { CallProfile } from "../../batching/index.js";
import type { AnyTool, PermissionDecision, ToolCall, ToolKind, ToolSession } from "../../contract/index.js";
import type { CommandReading, PermissionRequest } from "../../permissions/index.js";
import { isLoaded, TOOL_SEARCH_NAME } from "../../registry/index.js";
import { type InTimeOptions, inTime } from "../host/in-time.js";
import {
  type CallFacts,
  gatherCallFacts,
  hasOtherCwds,
  judgeCall,
  locateOtherCwds,
  NO_OTHER_CWDS,
  type PastCall,
  type PathEffects,
  repetitionAsk,
  toolIdentity,
} from "../judge/index.js";
import { type RuntimeServices, toolEnvironment } from "../services/index.js";
import { NOT_IN_SESSION } from "../sessions/index.js";
import { type CallFailure, callFailure, failureFromThrown, reasonSentence } from "../values/index.js";
import { type PreparedInput, prepareInput } from "./prepare-input.js";
import { resolveCall } from "./resolve-call.js";

/** The contributions of hooks to a call. */
export interface HookReport {
  /** Texts for the model, with the names of their hooks. */
  readonly texts: readonly string[];
  readonly problems: readonly HookProblem[];
  /** The input that a hook wrote, before it was prepared. */
  readonly rewritten?: { readonly input: unknown } | undefined;
}

/** A failure of a hook, which never fails its call. Plain JSON. */
export interface HookProblem {
  readonly hook: string;
  readonly event: "beforeCall" | "answerQuestion" | "afterCall";
  readonly problem: string;
}

/** A call that reached a permission decision. */
export interface PreparedCall {
  readonly status: "prepared";
  readonly call: ToolCall;
  readonly tool: AnyTool;
  readonly session: ToolSession;
  /** The canonical input. */
  readonly input: unknown;
  readonly repairs: readonly string[];
  /** Parameters that the tool does not have, and whether it receives them nevertheless. */
  readonly unknown: PreparedInput["unknown"];
  readonly passesUnknown: boolean;
  readonly facts: CallFacts["facts"];
  /** The request that was judged. */
  readonly request: PermissionRequest;
  /** The session's working directory with its symlinks resolved; patterns of rules start there. */
  readonly realCwd: string;
  /** See `JudgedSession`. */
  readonly otherCwds: ReadonlyMap<string, string>;
  readonly profile: CallProfile;
  readonly effects: PathEffects;
  readonly decision: PermissionDecision;
  /** The parsed shell command, if there is one. */
  readonly reading?: CommandReading | undefined;
  /** Set when the call was judged by the text of its paths, because its executor judges it by the files. */
  readonly isExpected?: true;
  /** Set when the approver changed the input. */
  readonly edited?: true;
  /** The contributions of the hooks before the call. */
  readonly hooked?: HookReport | undefined;
}

/** The outcome of the stages before execution. */
export type Preparation = PreparedCall | UnpreparedCall;

/** A call that ended before permission was judged. */
export interface UnpreparedCall {
  readonly status: "failed";
  readonly call: ToolCall;
  readonly tool?: AnyTool;
  readonly failure: CallFailure;
  /** Set when a path could not be looked up, which may succeed once earlier calls have run. */
  readonly lookupFailed?: true;
}

/**
 * Runs the stages before execution: resolve, repair, validate, preprocess, gather facts, judge.
 *
 * Permission comes last, on the canonical tool, input and paths: judged earlier, an alias or a symlink would bypass a
 * rule. Never throws or rejects. Returns at once unless a schema, a tool or the backend needs time: most calls then
 * cost no promise.
 *
 * @param past - calls of the session to compare with for repetitions. Default: those that have ended
 */
export function prepareCall(
  call: ToolCall,
  session: ToolSession,
  services: RuntimeServices,
  past?: readonly PastCall[],
): Preparation | Promise<Preparation> {
  const fail = (thrown: unknown): UnpreparedCall => ({
    status: "failed",
    call,
    failure: failureFromThrown(thrown, "Preparing the call"),
  });
  try {
    const resolved = resolveCall(call, services);
    if (resolved.status !== "resolved") return { status: "failed", call, failure: resolved };
    const { tool } = resolved;
    const preparing = prepareInput(resolved, call.input, {
      inputRepair: services.inputRepair,
      environment: toolEnvironment(session, services.backend),
      clock: services.clock,
      limitMs: services.timeoutMs,
    });
    const judging = { call, tool, session, services, past };
    return preparing instanceof Promise
      ? preparing.then((prepared) => judgeInput(prepared, judging)).catch(fail)
      : judgeInput(preparing, judging);
  } catch (thrown) {
    return fail(thrown);
  }
}

/** The call whose input was prepared, and what judging it needs. */
interface Judging {
  readonly call: ToolCall;
  readonly tool: AnyTool;
  readonly session: ToolSession;
  readonly services: RuntimeServices;
  readonly past: readonly PastCall[] | undefined;
}

function judgeInput(
  prepared: PreparedInput | CallFailure,
  judging: Judging,
): Preparation | Promise<Preparation> {
  const { call, tool, session, services } = judging;
  if (prepared.status !== "prepared") {
    return { status: "failed", call, tool, failure: adviseLoading(prepared, tool, session) };
  }
  const fail = (thrown: unknown): UnpreparedCall => {
    const failure = failureFromThrown(thrown, `Finding out what '${tool.name}' would touch`);
    return { status: "failed", call, tool, failure, lookupFailed: true };
  };
  try {
    const gathering = gatherCallFacts(tool, prepared.input, session, services);
    if (!(gathering instanceof Promise) && !hasOtherCwds(session)) {
      return judgeFacts(gathering, prepared, judging, NO_OTHER_CWDS);
    }
    return judgeFactsLater(gathering, prepared, judging).catch(fail);
  } catch (thrown) {
    return fail(thrown);
  }
}

async function judgeFactsLater(
  gathering: CallFacts | Promise<CallFacts>,
  prepared: PreparedInput,
  judging: Judging,
): Promise<PreparedCall> {
  const { tool, session, services } = judging;
  const gathered =
    gathering instanceof Promise ? await inTime(gathering, limitOf(tool, services)) : gathering;
  const otherCwds = hasOtherCwds(session)
    ? await locateOtherCwds(session, gathered.facts, services)
    : NO_OTHER_CWDS;
  return judgeFacts(gathered, prepared, judging, otherCwds);
}

function judgeFacts(
  { facts, profile, effects, realCwd, reading, kind }: CallFacts,
  { input, repairs, unknown, passesUnknown }: PreparedInput,
  { call, tool, session, services, past }: Judging,
  otherCwds: PreparedCall["otherCwds"],
): PreparedCall {
  const identity = toolIdentity(tool, services.registry);
  const request = { facts, ...identity, kind: kind ?? identity.kind };
  const judged = judgeCall(request, { tool, session, realCwd, otherCwds }, services, reading);
  const decision = guardRepetition(judged, { tool, input, session }, services, past);
  return {
    status: "prepared",
    call,
    // What approvers, executors and observers see of the kind is that of the call.
    tool: kind === undefined ? tool : toolOfKind(tool, kind),
    session,
    input,
    repairs,
    unknown,
    passesUnknown,
    facts,
    request,
    realCwd,
    otherCwds,
    profile,
    effects,
    decision,
    reading,
  };
}

const toolsByKind = new WeakMap<AnyTool, Map<ToolKind, AnyTool>>();

/** Returns a tool with another kind; the same object each time. */
function toolOfKind(tool: AnyTool, kind: ToolKind): AnyTool {
  const known = toolsByKind.get(tool) ?? new Map<ToolKind, AnyTool>();
  const made = known.get(kind) ?? Object.freeze({ ...tool, kind });
  toolsByKind.set(tool, known.set(kind, made));
  return made;
}

/** Limits the wait for a backend that never reports where a path leads. */
function limitOf({ name }: AnyTool, { clock, timeoutMs }: RuntimeServices): InTimeOptions {
  return { clock, limitMs: timeoutMs, what: `Finding out what '${name}' would touch` };
}

/** Tells a model that guessed the input of a deferred tool how to see its schema. */
function adviseLoading(failure: CallFailure, tool: AnyTool, session: ToolSession): CallFailure {
  if (isLoaded(tool, session) || failure.error.errorCode !== "invalid-input") return failure;
  const advice = `The schema of '${tool.name}' was not loaded: call ${TOOL_SEARCH_NAME} with {"query": "select:${tool.name}"} to see it.`;
  return { ...failure, error: { ...failure.error, message: `${failure.error.message}\n${advice}` } };
}

/** Asks about a call that would run unasked but repeats without a new result. */
function guardRepetition(
  judged: PermissionDecision,
  call: { readonly tool: AnyTool; readonly input: unknown; readonly session: ToolSession },
  { repeatedCalls }: RuntimeServices,
  past: readonly PastCall[] | undefined,
): PermissionDecision {
  if (judged.verdict !== "allow" || repeatedCalls === "allow") return judged;
  return repetitionAsk(call, past) ?? judged;
}

/** Returns the failure of a call that a rule denies. */
export function denialOf({ tool, decision }: PreparedCall): CallFailure {
  if (decision.source === "mode") {
    return callFailure(
      "tool-not-available",
      `The tool '${tool.name}' exists but is not available in this ${decision === NOT_IN_SESSION ? "session" : "mode"}. Use one of the tools that were offered.`,
    );
  }
  const because = reasonSentence(decision.reason);
  return callFailure(
    "permission-denied",
    `Permission to run '${tool.name}' with this input was denied by the host's rules.${because} Do not try the same call again; choose another way or ask the user.`,
    "rejected-by-user",
  );
}
