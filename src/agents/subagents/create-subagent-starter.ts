import type { Model } from "../../contract/index.js";
import { type SubagentStarter, steadyClock } from "../../runtime/index.js";
import { systemClock } from "../../values/index.js";
import { createStartSlots, type StartSlots } from "./start-slots.js";
import {
  checkSubagentLimits,
  checkSubagentOptions,
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
 * Creates the `subagentStarter` of `createRuntime`: subagents are separate agents within the call that starts them.
 *
 * Kinds without their own model use the runtime's; without either, such a kind is not available. Throws a `TypeError`
 * or `RangeError` for invalid options.
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
  const { maxAtOnce = DEFAULT_MAX_AT_ONCE, workspace } = options;
  const clock = steadyClock(options.clock ?? systemClock);
  return (runtime) => {
    // Separate slots for each depth: a subagent that waits for its children would otherwise block their slots.
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
 * Returns the subagent options of a runtime as an option of `createRuntime`; nothing if they are switched off, or if
 * none of them has a model.
 */
export function subagentStarterOf(
  subagents: SubagentOptions | false | undefined,
  parts: Pick<SubagentStarterOptions, "workspace" | "clock"> & { readonly model: Model | undefined },
): { readonly subagentStarter?: (runtime: StartingRuntime) => SubagentStarter } {
  if (subagents === false) return {};
  if (subagents !== undefined) checkSubagentOptions(subagents);
  const { model, ...rest } = parts;
  const hasModel = model !== undefined || (subagents?.kinds ?? []).some((kind) => kind.model !== undefined);
  return hasModel ? { subagentStarter: createSubagentStarter({ ...subagents, ...rest }) } : {};
}
