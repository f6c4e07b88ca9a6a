import type { AnyTool } from "../contract/index.js";
import { checkEditEngine, type EditEngine } from "../fuzzy/index.js";
import { checkTruncationOption, type TruncationPreset } from "../truncation/index.js";
import { type KeysOf, requireKnownKeys, requireKnownValue, shownValue } from "../values/index.js";
import { STALENESS_POLICIES, type StalenessPolicy } from "../workspace/index.js";
import { withDialects } from "./dialects/index.js";

/** Tools of an agent's dialect, under the names, schemas and output shapes that its model knows. */
export interface Toolset<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string;
  readonly tools: Tools;
  /** Truncation of results that are too long, and its wording. Default: the runtime's. */
  readonly truncation?: TruncationPreset;
  /** The condition for refusing a change of a file whose current version the session did not read. Default: the runtime's. */
  readonly staleness?: StalenessPolicy;
  /** The engine of the edit tools. Default: the runtime's. */
  readonly edits?: EditEngine;
}

/** Toolset, and the function that creates its tools. */
export interface ToolsetDefinition<Tools extends readonly AnyTool[]> extends Omit<Toolset<Tools>, "tools"> {
  /** Called once, on first use of the tools: creating schemas takes time, and most programs use one toolset. */
  readonly makeTools: () => Tools;
}

const DEFINITION_KEYS = {
  name: true,
  makeTools: true,
  truncation: true,
  staleness: true,
  edits: true,
} as const satisfies KeysOf<ToolsetDefinition<readonly AnyTool[]>>;

/**
 * Creates a toolset whose tools also accept the names and parameters of the other toolsets (see `withDialects`).
 *
 * @example
 * const mine = defineToolset({ name: "mine", makeTools: () => [read(), edit()] });
 */
export function defineToolset<const Tools extends readonly AnyTool[]>(
  definition: ToolsetDefinition<Tools>,
): Toolset<Tools> {
  requireKnownKeys("defineToolset", definition, DEFINITION_KEYS, "key");
  const { makeTools, ...settings } = definition;
  if (typeof makeTools !== "function")
    throw new TypeError("defineToolset needs makeTools, a function that returns the list of tools.");
  if (typeof settings.name !== "string" || settings.name === "")
    throw new TypeError(`defineToolset.name must be a name, but it is ${shownValue(settings.name)}.`);
  if (settings.truncation !== undefined)
    checkTruncationOption(settings.truncation, "defineToolset.truncation");
  if (settings.staleness !== undefined)
    requireKnownValue("defineToolset.staleness", settings.staleness, STALENESS_POLICIES);
  if (settings.edits !== undefined) checkEditEngine(settings.edits, "defineToolset.edits");
  let made: Tools | undefined;
  return Object.freeze({
    ...settings,
    get tools() {
      made ??= withDialects(settings.name, makeTools());
      return made;
    },
  });
}
