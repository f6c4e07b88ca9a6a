import { type Backend, describeThrown } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { type KeysOf, requireKnownKeys } from "../../values/index.js";
import type { HookApprovals } from "./approvals/index.js";
import { canRun } from "./command-hook.js";
import type { ConfiguredHook } from "./configured-hook.js";
import type { LifecycleAnswer, LifecycleEvent } from "./hook-event.js";
import { baseInput } from "./hook-input.js";
import { lifecycleInput, matchedValue } from "./lifecycle-input.js";
import { type LifecycleFields, readLifecycleAnswer } from "./read-lifecycle-answer.js";
import { runHookCommand } from "./run-command.js";

/** Longest text of a hook, in UTF-16 code units: the limit of Claude Code's hooks. */
const MAX_HOOK_TEXT = 10_000;

/** Longest message about a failed hook, in UTF-16 code units. */
const MAX_PROBLEM = 500;

/** Options of {@link LifecycleHooks.run}. */
export interface LifecycleOptions {
  /** The backend of the runtime, whose shell runs the hooks. */
  readonly backend: Backend;
  /** The id of the session, which hooks receive as `session_id`. */
  readonly sessionId: string;
  /** Asks the user whether the command of a hook may run; called once for each content. Only `true` is a yes. */
  readonly ask: (reason: string) => boolean | Promise<boolean>;
  /** Ends the hooks. */
  readonly signal?: AbortSignal;
  /** The name of the model, for hooks of Codex. Default `"unknown"`. */
  readonly model?: string;
  /** The id of the turn, for hooks of Codex. Default: that of the session. */
  readonly turnId?: string;
}

const OPTION_NAMES = {
  backend: true,
  sessionId: true,
  ask: true,
  signal: true,
  model: true,
  turnId: true,
} as const satisfies KeysOf<LifecycleOptions>;

/** The hooks of a configuration for the events of a conversation, which the host knows and a tool runtime does not. */
export interface LifecycleHooks {
  /** The events with hooks. The host may omit the others. */
  readonly events: readonly LifecycleEvent["event"][];
  /**
   * Runs the hooks of an event in parallel. A hook that fails changes nothing, and `problems` of the answer names it.
   *
   * @throws TypeError for unknown options
   *
   * @example
   * const { blocked, context } = await config.lifecycle.run(
   *   { event: "UserPromptSubmit", prompt },
   *   { backend, sessionId: "main", ask: (reason) => confirm(reason) },
   * );
   */
  run(event: LifecycleEvent, options: LifecycleOptions): Promise<LifecycleAnswer>;
}

/** The hooks of a configuration that run as commands of a backend. */
export class ConfiguredLifecycleHooks implements LifecycleHooks {
  readonly #hooks: readonly ConfiguredHook[];
  readonly #approvals: HookApprovals;

  constructor(hooks: readonly ConfiguredHook[], approvals: HookApprovals) {
    this.#hooks = hooks;
    this.#approvals = approvals;
  }

  get events(): readonly LifecycleEvent["event"][] {
    return [...new Set(this.#hooks.map(({ event }) => event as LifecycleEvent["event"]))];
  }

  async run(event: LifecycleEvent, options: LifecycleOptions): Promise<LifecycleAnswer> {
    requireKnownKeys("lifecycle.run", options, OPTION_NAMES);
    const value = matchedValue(event);
    const hooks = this.#hooks.filter(
      (hook) => hook.event === event.event && (value === undefined || hook.matcher.matches([value])),
    );
    const answers = await Promise.all(hooks.map((hook) => this.#runOne(hook, event, options)));
    const fields = answers.flatMap((answer) => ("problem" in answer ? [] : [answer]));
    return {
      blocked: fields.find(({ blocked }) => blocked !== undefined)?.blocked,
      stopped: fields.find(({ stopped }) => stopped !== undefined)?.stopped,
      context: fields.flatMap(({ context }) => (context === undefined ? [] : [context])),
      problems: answers.flatMap((answer) => ("problem" in answer ? [answer] : [])),
    };
  }

  async #runOne(
    hook: ConfiguredHook,
    event: LifecycleEvent,
    { backend, ask, signal = new AbortController().signal, ...base }: LifecycleOptions,
  ): Promise<LifecycleFields | LifecycleAnswer["problems"][number]> {
    try {
      if (hook.unsupported !== undefined) throw new Error(hook.unsupported);
      if (!canRun(backend)) throw new Error("The backend has no shell that takes input.");
      const mayRun = await this.#approvals.mayRun(hook, backend, async (reason, kept) => {
        if ((await kept?.isKept()) === true) return true;
        if ((await ask(reason)) !== true) return false;
        await kept?.keep().catch(() => undefined);
        return true;
      });
      if (!mayRun) throw new Error("It may not run.");
      const input = { ...baseInput(hook, base), ...lifecycleInput(hook, event) };
      const answer = readLifecycleAnswer(await runHookCommand(backend.shell, { hook, input, signal }), hook);
      if (hook.isBackground) return {};
      const bounded = (text: string | undefined) => text && ellipsized(text, MAX_HOOK_TEXT);
      return {
        blocked: bounded(answer.blocked),
        stopped: bounded(answer.stopped),
        context: bounded(answer.context),
      };
    } catch (thrown) {
      const problem = ellipsized(describeThrown(thrown), MAX_PROBLEM);
      return { hook: `${hook.eventName} ${hook.shown}`, problem };
    }
  }
}
