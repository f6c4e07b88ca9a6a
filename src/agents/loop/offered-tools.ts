import type { AnyTool, ModelTool, ToolCall, ToolSession } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { holds } from "./check-messages.js";

/** The tools of an agent: canonical names, or a function. */
export type ToolSelection = readonly string[] | ((tool: AnyTool) => boolean);

/** Number of names that a refusal lists; the model knows the others from its request. */
const MAX_LISTED_NAMES = 40;
const MAX_NAME_CHARACTERS = 80;

/** The tools that a model is offered in one turn. */
export interface OfferedTools {
  readonly tools: readonly ModelTool[];
  /** Returns why a call may not be made; `undefined` for a call of an offered tool. */
  refusalOf(call: ToolCall): string | undefined;
}

/** The members of a runtime that list and find tools. */
type ListingRuntime = Pick<ToolRuntime, "tools" | "registry">;

/**
 * Returns the tools of a session that an agent may use at present: deferred tools are included once they are loaded.
 *
 * A deferred tool that is not loaded yet may still be called, as everywhere.
 */
export function offeredTools(
  runtime: ListingRuntime,
  session: ToolSession,
  selection: ToolSelection | undefined,
): OfferedTools {
  const filter = selection === undefined ? undefined : filterOf(selection);
  const listed = runtime.tools(filter, { session });
  const shown = [...listed, ...runtime.tools(filter, { session, deferred: "all" })];
  // A tool may be listed under an alias.
  const callable = new Set(shown.map(({ name }) => toolNamed(runtime, name)));
  return {
    tools: listed.map(({ name, description, inputSchema, native }) => ({
      name,
      description,
      inputSchema,
      ...(native !== undefined && { native }),
    })),
    refusalOf({ name }) {
      const tool = toolNamed(runtime, name);
      if (tool !== undefined && callable.has(tool)) return undefined;
      const names = listed.slice(0, MAX_LISTED_NAMES).map((tool) => tool.name);
      const more = listed.length > names.length ? ` and ${listed.length - names.length} more` : "";
      const remedy =
        names.length === 0 ? "Answer without tools." : `Use one of these: ${names.join(", ")}${more}.`;
      return `You have no tool named ${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS))}. ${remedy}`;
    },
  };
}

function toolNamed({ registry }: ListingRuntime, name: string): AnyTool | undefined {
  const resolution = registry.resolve(name);
  return resolution.status === "found" ? resolution.tool : undefined;
}

/** Checks names that a host passed: a misspelled name would silently omit a tool. */
export function checkSelection(runtime: ListingRuntime, selection: ToolSelection | undefined): void {
  if (selection === undefined || typeof selection === "function") return;
  if (!holds(() => Array.isArray(selection))) {
    throw new TypeError(`tools must be a list of names or a function, but it is ${typeof selection}.`);
  }
  for (const name of selection) {
    if (runtime.registry.get(name) !== undefined) continue;
    throw new TypeError(`tools names ${JSON.stringify(name)}, but this runtime has no tool with that name.`);
  }
}

function filterOf(selection: ToolSelection): (tool: AnyTool) => boolean {
  if (typeof selection === "function") return selection;
  const names = new Set(selection);
  return ({ name }) => names.has(name);
}
