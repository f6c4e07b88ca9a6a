import type { ToolResult } from "../../contract/index.js";
import type { CallHook, HookCall, HookOptions } from "../../runtime/index.js";
import type { HookMatcher } from "./hook-matcher.js";
import { readAfterAnswer, readBeforeAnswer } from "./read-answer.js";
import { type HookOutcome, runHookCommand } from "./run-command.js";

/** The events of calls in Claude Code's settings. */
export const HOOK_EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure"] as const;

/** A hook of a settings file. */
export interface ConfiguredHook {
  readonly event: (typeof HOOK_EVENTS)[number];
  readonly matcher: HookMatcher;
  readonly command: string;
  readonly timeoutMs: number;
  /** File and line, as the approver reads them. */
  readonly shown: string;
  readonly cwd: string;
}

/** The approver's answers about commands, for one load: each command is asked about once. */
export type HookApprovals = Map<string, Promise<boolean>>;

/** Returns the hook of a runtime that runs the command of a settings file. */
export function commandHook(hook: ConfiguredHook, approvals: HookApprovals): CallHook {
  const { event, matcher, shown } = hook;
  const concerns = ({ tool, requestedName }: HookCall) => matcher.matches([tool.name, requestedName]);
  // The shell limits the time of the command, and the approver may take longer.
  const limits = { name: `${event} ${shown}`, timeoutMs: false } as const;
  if (event === "PreToolUse") {
    return {
      ...limits,
      async beforeCall(call, options) {
        if (!concerns(call)) return undefined;
        const outcome = await runFor(hook, approvals, { call, options });
        // Unless the hook has run, its calls are not approved by its silence.
        if (outcome === undefined) return { verdict: "ask", reason: `The hook of ${shown} may not run.` };
        return readBeforeAnswer(outcome);
      },
    };
  }
  const isFor = ({ status }: ToolResult) => (event === "PostToolUse") === (status === "done");
  return {
    ...limits,
    async afterCall(call, result, options) {
      if (!concerns(call) || !isFor(result)) return undefined;
      const outcome = await runFor(hook, approvals, { call, result, options });
      if (outcome === undefined) throw new Error("It may not run.");
      return readAfterAnswer(outcome);
    },
  };
}

/** Runs the command of a hook; returns `undefined` if there is no shell or the approver does not permit it. */
async function runFor(
  { event, command, cwd, timeoutMs, shown }: ConfiguredHook,
  approvals: HookApprovals,
  {
    call,
    result,
    options,
  }: { readonly call: HookCall; readonly result?: ToolResult; readonly options: HookOptions },
): Promise<HookOutcome | undefined> {
  const { signal, ask, backend } = options;
  const shell = backend?.shell;
  if (shell?.takesInput !== true) return undefined;
  const when = event === "PreToolUse" ? "before" : "after";
  const reason = `${shown} runs this command ${when} calls, with the permissions of the user: ${command}`;
  // The question names no command, because the rules that allow the call would answer it.
  const asked = approvals.get(command) ?? ask({ reason });
  approvals.set(command, asked);
  let approved = false;
  try {
    approved = await asked;
  } finally {
    if (!approved) approvals.delete(command);
  }
  if (!approved) return undefined;
  const input = {
    session_id: call.session.id,
    cwd,
    hook_event_name: event,
    permission_mode: "default",
    tool_name: call.tool.name,
    tool_input: call.input,
    tool_use_id: call.id,
    ...(result?.status === "done" && { tool_response: result.result ?? result.content }),
    ...(result?.error !== undefined && { error: result.error.message }),
  };
  return runHookCommand(shell, { command, cwd, timeoutMs, input, signal });
}
