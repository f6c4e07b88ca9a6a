import type { AnyTool } from "../contract/index.js";
import type { TruncationPreset } from "../truncation/index.js";
import type { StalenessPolicy } from "../workspace/index.js";
import { withDialects } from "./dialects/index.js";

/** Tools of an agent's dialect, under the names, schemas and output shapes that its model knows. */
export interface Toolset<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string;
  readonly tools: Tools;
  /** Truncation of results that are too long, and its wording. Default: the runtime's. */
  readonly truncation?: TruncationPreset;
  /** When a change of a file is refused because the session did not read its current version. Default: the runtime's. */
  readonly staleness?: StalenessPolicy;
}

/** Toolset, and the function that creates its tools. */
export interface ToolsetDefinition<Tools extends readonly AnyTool[]> extends Omit<Toolset<Tools>, "tools"> {
  /** Called once, on first use of the tools: creating schemas takes time, and most programs use one toolset. */
  readonly makeTools: () => Tools;
}

/**
 * Creates a toolset whose tools also accept the names and parameters of the other toolsets (see `withDialects`).
 *
 * @example
 * const mine = defineToolset({ name: "mine", makeTools: () => [read(), edit()] });
 */
export function defineToolset<const Tools extends readonly AnyTool[]>({
  makeTools,
  ...settings
}: ToolsetDefinition<Tools>): Toolset<Tools> {
  let made: Tools | undefined;
  return Object.freeze({
    ...settings,
    get tools() {
      made ??= withDialects(settings.name, makeTools());
      return made;
    },
  });
}
