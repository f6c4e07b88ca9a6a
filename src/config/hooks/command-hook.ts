import type { Backend, ToolResult } from "../../contract/index.js";
import type { CallHook, HookCall, HookOptions } from "../../runtime/index.js";
import type { HookApprovals } from "./approvals/index.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { callInput, inputFor, toolNamesOf } from "./hook-input.js";
import { mayConcern } from "./matching/index.js";
import { readAfterAnswer, readBeforeAnswer, readPermissionAnswer } from "./read-answer.js";
import { type HookOutcome, runHookCommand } from "./run-command.js";

/** Returns the hook of a runtime that runs the command of a settings file before or after calls. */
export function commandHook(hook: ConfiguredHook, approvals: HookApprovals): CallHook {
  const { event, eventName, dialect, matcher, shown, condition, isBackground = false, unsupported } = hook;
  const concerns = async (call: HookCall) =>
    matcher.matches(toolNamesOf(hook, call)) &&
    (condition === undefined || (await mayConcern(condition, call, hook.cwd)));
  // A hook that may run where its program does not run it approves nothing.
  const approves = !matcher.isWidened && condition === undefined && !isBackground;
  // The shell limits the time of the command, and the approver may take longer.
  const limits = { name: `${eventName} ${shown}`, timeoutMs: false } as const;
  if (event === "PreToolUse") {
    return {
      ...limits,
      async beforeCall(call, options) {
        if (!(await concerns(call))) return undefined;
        const outcome =
          unsupported === undefined ? await runForCall(hook, approvals, { call, options }) : undefined;
        // Unless the hook has run, its calls are not approved by its silence.
        if (outcome === undefined)
          return { verdict: "ask", reason: `The hook of ${shown} may not run. ${unsupported ?? ""}`.trim() };
        const { input, verdict, ...answer } = readBeforeAnswer(outcome, dialect.owner);
        if (isBackground) return undefined;
        return {
          ...answer,
          verdict: verdict === "allow" && !approves ? undefined : verdict,
          input: inputFor(hook, call, input),
        };
      },
    };
  }
  if (event === "PermissionRequest") {
    return {
      ...limits,
      async answerQuestion(call, options) {
        if (unsupported !== undefined || !(await concerns(call))) return undefined;
        const outcome = await runForCall(hook, approvals, { call, options });
        // The approver answers for a hook that may not run.
        const answer = outcome && readPermissionAnswer(outcome, dialect.owner);
        if (isBackground || (answer?.approved === true && !approves)) return undefined;
        return answer && { ...answer, input: inputFor(hook, call, answer.input) };
      },
    };
  }
  const isEvery = dialect.owner === "gemini-cli";
  const isFor = ({ status }: ToolResult) => isEvery || (event === "PostToolUse") === (status === "done");
  return {
    ...limits,
    async afterCall(call, result, options) {
      if (!isFor(result) || !(await concerns(call))) return undefined;
      if (unsupported !== undefined) throw new Error(unsupported);
      const outcome = await runForCall(hook, approvals, { call, result, options });
      if (outcome === undefined) throw new Error("It may not run.");
      const answer = readAfterAnswer(outcome, dialect.owner, {
        isOfServer: call.tool.name.startsWith("mcp__"),
      });
      return isBackground ? undefined : answer;
    },
  };
}

/** Runs the command of a hook; returns `undefined` if there is no shell or the approver does not permit it. */
async function runForCall(
  hook: ConfiguredHook,
  approvals: HookApprovals,
  {
    call,
    result,
    options: { signal, ask, backend },
  }: { readonly call: HookCall; readonly result?: ToolResult; readonly options: HookOptions },
): Promise<HookOutcome | undefined> {
  if (!canRun(backend)) return undefined;
  if (!(await approvals.mayRun(hook, backend, (reason, kept) => ask({ reason }, kept)))) return undefined;
  return runHookCommand(backend.shell, { hook, input: callInput(hook, call, result), signal });
}

/** Returns whether a backend has a shell that takes input. */
export function canRun(
  backend: Backend | undefined,
): backend is Backend & { readonly shell: NonNullable<Backend["shell"]> } {
  return backend?.shell?.takesInput === true;
}
