import {
  type ApprovalRequest,
  type ApprovalWarning,
  type ContentPart,
  type ContextQuestion,
  ignoreRejection,
  type ToolContext,
} from "../../contract/index.js";
import {
  type GrantOptions,
  grantFor,
  hasHiddenCharacters,
  requestSummary,
  requestTitle,
  showHiddenCharacters,
  suggestRules,
  type TitledRequest,
} from "../../permissions/index.js";
import { yieldToEventLoop } from "../../values/index.js";
import { inTime } from "../host/in-time.js";
import { isLongJson } from "../host/long-json.js";
import { ownCopy } from "../host/plain-copy.js";
import { readContent } from "../host/read-content.js";
import { type PreparedCall, resourceWarnings, shownFacts } from "../prepare/index.js";
import { type CallScope, RunningCall, WatchedCall } from "../run/index.js";
import { canonicalJsonPieces } from "../values/index.js";

/** Number of commands of a call that the approver sees; the rules see all of them. */
const MAX_LISTED_COMMANDS = 100;

/** Sources of a question that is asked again, whatever the session remembers. */
const EACH_TIME: ReadonlySet<string> = new Set(["repetition", "hook"]);

/**
 * Builds the question about a call: exactly what will run, as values instead of prose, with the risks that the
 * approver must not overlook.
 *
 * A request that is answered where it is asked cannot be passed to `resume`, so its digest does not access the state
 * directory.
 */
export async function approvalRequest(
  prepared: PreparedCall,
  scope: CallScope,
  question?: ContextQuestion,
): Promise<ApprovalRequest> {
  const request = await unsealedRequest(prepared, scope, question);
  if (isLongJson(prepared.input)) await yieldToEventLoop();
  const text = await digestText(request, prepared);
  const { seals, onApproval } = scope.services;
  return {
    ...request,
    digest: await (onApproval === undefined ? seals.seal(text) : seals.sealInPassing(text)),
  };
}

/**
 * Builds the question about a call without the digest that binds an answer to it.
 *
 * @param question - the question that the running tool asks: the request then shows what it asks about, not the call
 */
export async function unsealedRequest(
  prepared: PreparedCall,
  scope: CallScope,
  question?: ContextQuestion,
): Promise<Omit<ApprovalRequest, "digest">> {
  const { call, tool, session, decision, request } = prepared;
  const input = question === undefined ? prepared.input : subjectOf(question);
  // A question that names nothing has the facts of the call, which is not what the approver is asked about.
  const isBare = question !== undefined && !namesFacts(question);
  const reading = isBare ? undefined : prepared.reading;
  const preview = question === undefined ? await previewOf(prepared, scope) : undefined;
  // One step over a long input takes 10 to 30 ms.
  const isLong = isLongJson(input) || isLongJson(call.input);
  const beforeStep = () => (isLong ? yieldToEventLoop() : undefined);
  await beforeStep();
  let hidden = hasHiddenCharacters(input);
  await beforeStep();
  hidden ||= hasHiddenCharacters(call.input);
  const warnings = isBare
    ? hidden
      ? (["hidden-characters"] as const)
      : []
    : warningsOf(prepared, { hidden });
  await beforeStep();
  // Copies: an approver may keep or change the request, but not the call that will run.
  const ownInput = ownCopy(input);
  await beforeStep();
  const requestedInput = ownCopy(call.input);
  const options: GrantOptions = {
    ...(reading !== undefined && { readCommand: () => reading }),
    roots: [prepared.realCwd, ...(await realRoots(prepared, scope))],
  };
  const suggestedRules = isBare ? [] : suggestRules(request, options);
  const canRemember =
    !isBare && !EACH_TIME.has(decision.source) && grantFor(request, undefined, options).length > 0;
  const commands = reading?.commands?.slice(0, MAX_LISTED_COMMANDS);
  const omittedCommands = (reading?.commands?.length ?? 0) - (commands?.length ?? 0);
  const titled: TitledRequest = {
    askedBy: question === undefined ? "call" : "tool",
    toolName: tool.name,
    kind: question?.kind ?? tool.kind,
    facts: isBare ? {} : shownFacts(prepared),
    decision: { ...decision },
  };
  return {
    id: scope.services.ids(),
    callId: call.id,
    ...titled,
    title: requestTitle(titled),
    summary: requestSummary(titled),
    requestedName: call.name,
    sessionId: session.id,
    input: ownInput,
    requestedInput,
    ...(preview !== undefined && { preview }),
    ...(commands !== undefined &&
      commands.length > 0 && {
        commands: commands.map(({ words, within }) => ({
          words: words.map(showHiddenCharacters),
          ...(within !== undefined && { within }),
        })),
      }),
    ...(omittedCommands > 0 && { omittedCommands }),
    ...(warnings.length > 0 && { warnings }),
    canRemember,
    ...(suggestedRules.length > 0 && { suggestedRules: suggestedRules.map((rule) => ({ ...rule })) }),
  };
}

function namesFacts({ paths, command, hosts }: ContextQuestion): boolean {
  return paths !== undefined || command !== undefined || hosts !== undefined;
}

/** Returns what a question of a running tool is about. */
function subjectOf({
  reason,
  paths,
  command,
  cwd,
  hosts,
}: ContextQuestion): Readonly<Record<string, unknown>> {
  return {
    reason,
    command,
    cwd,
    paths,
    hosts,
  };
}

/** Returns the roots of the workspace with their symlinks resolved, for a call that names paths. */
async function realRoots(
  { session, facts }: PreparedCall,
  { services }: CallScope,
): Promise<readonly string[]> {
  const { workspace } = services;
  if (workspace === undefined || facts.paths.length === 0) return [];
  const located = workspace.roots.map((root) =>
    workspace.locate(root, session).then(
      ({ path }) => path,
      () => root,
    ),
  );
  return Promise.all(located);
}

function warningsOf(
  prepared: PreparedCall,
  { hidden }: { readonly hidden: boolean },
): readonly ApprovalWarning[] {
  return [...(hidden ? (["hidden-characters"] as const) : []), ...resourceWarnings(prepared)];
}

/**
 * Returns the preview of a call. A preview that fails does not prevent the question: the run itself will report the
 * error.
 */
async function previewOf(
  prepared: PreparedCall,
  scope: CallScope,
): Promise<readonly ContentPart[] | undefined> {
  const { tool, input } = prepared;
  if (tool.preview === undefined) return undefined;
  const context = new RunningCall(prepared, {
    // A preview is not a part of the run: it is neither nested nor observed.
    scope: { ...scope, depth: 0, watched: WatchedCall.none },
    channels: { onProgress() {}, onLog() {}, onChange() {}, ask: () => Promise.resolve(false) },
  });
  try {
    const { clock, timeoutMs: limitMs } = scope.services;
    const what = `The preview of '${tool.name}'`;
    const showing = (async () => tool.preview?.(input, context satisfies ToolContext))();
    const parts = readContent(await inTime(showing, { clock, limitMs, what }), "preview");
    // A text that is displayed must not move the cursor or reverse its direction.
    return parts.map((part) =>
      part.type === "text" ? { ...part, text: showHiddenCharacters(part.text) } : part,
    );
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  } finally {
    context.end();
  }
}

/**
 * Returns the text that the digest of a request is computed from, in pieces: the whole request as it is shown and stored, and
 * the call as it would run now.
 *
 * The call is identified by its id, the name, description and schema of its tool, its canonical input, its working
 * directory and its facts. So an answer counts only for the request that was shown, and only as long as the call
 * would do the same.
 *
 * @param request - as it is stored; its digest is ignored
 * @param prepared - prepared now, from the stored input
 */
export function digestText(
  { digest: _digest, ...request }: Omit<ApprovalRequest, "digest"> & { readonly digest?: unknown },
  { call, tool, input, facts, session }: PreparedCall,
): Promise<readonly string[]> {
  const { name, description, inputSchema } = tool;
  return canonicalJsonPieces({
    request,
    call: { id: call.id, cwd: session.cwd, tool: { name, description, inputSchema }, input, facts },
  });
}
