import type { Model } from "../../contract/index.js";
import type { SubagentStarter } from "../../runtime/index.js";
import { systemClock } from "../../values/index.js";
import { createStartSlots, type StartSlots } from "./start-slots.js";
import {
  checkSubagentLimits,
  DEFAULT_MAX_AT_ONCE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PER_SESSION,
  kindsOf,
  type SubagentOptions,
  type SubagentStarterOptions,
} from "./subagent-options.js";
import { SubagentRecords } from "./subagent-records.js";
import { type StartingRuntime, SubagentStart } from "./subagent-start.js";

/**
 * Makes the `subagentStarter` of `createRuntime`: subagents are agents of their own, within the call that starts them.
 *
 * Kinds without a model of their own take the runtime's; where there is none, such a kind is not there. Throws a `TypeError`
 * or `RangeError` for options that make no sense.
 *
 * @example
 * createRuntime({ model, workspace, tools, subagentStarter: createSubagentStarter({ workspace, maxDepth: 1 }) });
 */
function createSubagentStarter(
  options: SubagentStarterOptions = {},
): (runtime: StartingRuntime) => SubagentStarter {
  checkSubagentLimits(options);
  const kinds = kindsOf(options);
  const { maxDepth = DEFAULT_MAX_DEPTH, maxPerSession = DEFAULT_MAX_PER_SESSION } = options;
  const { maxAtOnce = DEFAULT_MAX_AT_ONCE, workspace, clock = systemClock } = options;
  return (runtime) => {
    // Of each depth their own: one that waits for those below it would keep them waiting.
    const slots = Array.from({ length: maxDepth }, () => createStartSlots(maxAtOnce));
    const shared = {
      runtime,
      kinds: new Map([...kinds].filter(([, kind]) => (kind.model ?? runtime.model) !== undefined)),
      maxDepth,
      maxPerSession,
      slots: slots as readonly StartSlots[],
      records: new SubagentRecords(),
      workspace,
      clock,
    };
    return {
      of(context) {
        const start = new SubagentStart(context, shared);
        return { kinds: start.kinds, run: (request) => start.run(request) };
      },
    };
  };
}

/**
 * What a runtime's options say about subagents, as the option of `createRuntime`; nothing where they are switched off, or where
 * there is no model for any of them.
 */
export function subagentStarterOf(
  subagents: SubagentOptions | false | undefined,
  parts: Pick<SubagentStarterOptions, "workspace" | "clock"> & { readonly model: Model | undefined },
): { readonly subagentStarter?: (runtime: StartingRuntime) => SubagentStarter } {
  if (subagents === false) return {};
  if (subagents !== undefined) checkSubagentLimits(subagents);
  const { model, ...rest } = parts;
  const hasModel = model !== undefined || (subagents?.kinds ?? []).some((kind) => kind.model !== undefined);
  return hasModel ? { subagentStarter: createSubagentStarter({ ...subagents, ...rest }) } : {};
}
