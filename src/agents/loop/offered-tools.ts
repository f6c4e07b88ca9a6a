import type { AnyTool, ModelTool, ToolCall, ToolSession } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";

/** Which tools an agent gets: canonical names, or a function. */
export type ToolSelection = readonly string[] | ((tool: AnyTool) => boolean);

/** Names that a refusal lists; a model knows the others from its request. */
const MAX_LISTED_NAMES = 40;
const MAX_NAME_CHARACTERS = 80;

/** What a model is offered in one turn. */
export interface OfferedTools {
  readonly tools: readonly ModelTool[];
  /** Why a call may not be made at all; nothing for a call of what was offered. */
  refusalOf(call: ToolCall): string | undefined;
}

/** The runtime as far as tools are listed and found. */
type ListingRuntime = Pick<ToolRuntime, "tools" | "registry">;

/**
 * The tools of a session that an agent may use, as they are now: deferred ones come along once they are loaded.
 *
 * A deferred tool that is not loaded yet may be called all the same, as everywhere.
 */
export function offeredTools(
  runtime: ListingRuntime,
  session: ToolSession,
  selection: ToolSelection | undefined,
): OfferedTools {
  const filter = selection === undefined ? undefined : filterOf(selection);
  const listed = runtime.tools(filter, { session });
  const callable = new Set([...listed, ...runtime.tools(filter, { session, deferred: "all" })]);
  return {
    tools: listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    refusalOf({ name }) {
      const resolution = runtime.registry.resolve(name);
      if (resolution.status === "found" && callable.has(resolution.tool)) return undefined;
      const names = listed.slice(0, MAX_LISTED_NAMES).map((tool) => tool.name);
      const more = listed.length > names.length ? ` and ${listed.length - names.length} more` : "";
      const remedy =
        names.length === 0 ? "Answer without tools." : `Use one of these: ${names.join(", ")}${more}.`;
      return `You have no tool named ${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS))}. ${remedy}`;
    },
  };
}

/** Checks names that a host gave: a misspelt one would silently leave a tool out. */
export function checkSelection(runtime: ListingRuntime, selection: ToolSelection | undefined): void {
  if (selection === undefined || typeof selection === "function") return;
  if (!Array.isArray(selection)) {
    throw new TypeError(`tools must be a list of names or a function, but it is ${typeof selection}.`);
  }
  for (const name of selection) {
    if (runtime.registry.get(name) !== undefined) continue;
    throw new TypeError(`tools names ${JSON.stringify(name)}, but this runtime has no tool of that name.`);
  }
}

function filterOf(selection: ToolSelection): (tool: AnyTool) => boolean {
  if (typeof selection === "function") return selection;
  const names = new Set(selection);
  return ({ name }) => names.has(name);
}
