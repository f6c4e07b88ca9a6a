import type { AnyTool, JsonObjectSchema, ToolSession } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { defineTool, jsonSchema } from "../../schema/index.js";
import { nearestNames } from "../nearest-names.js";
import { markLoaded } from "./loaded-tools.js";
import { createToolCatalog } from "./tool-catalog.js";

/** The name of the tool that loads deferred tools (the Claude Code specification). */
export const TOOL_SEARCH_NAME = "ToolSearch";

/** Default number of tools that one search loads (the Claude Code specification). */
const DEFAULT_SEARCH_RESULTS = 5;

/** Maximum number of tools that one search loads, because schemas use up the context. */
const MAX_SEARCH_RESULTS = 50;

/**
 * Maximum characters of names in the description; the whole definition stays below 2 KB for any number of
 * deferred tools.
 */
const MAX_LISTED_LENGTH = 900;

/** Prefix of a query for exact names (the Claude Code specification). */
const SELECT = "select:";

/** Input of ToolSearch. */
export interface ToolSearchInput {
  readonly query: string;
  readonly max_results?: number;
}

/** Output of ToolSearch. */
export interface ToolSearchOutput {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonObjectSchema;
  }[];
  /** Requested names that do not exist, with similar names. */
  readonly missing: readonly { readonly name: string; readonly nearest: readonly string[] }[];
}

/** Functions that decide which tools a model sees, in general or in one session. */
interface ShownTools {
  readonly isOffered?: (tool: AnyTool, session: ToolSession) => boolean;
  /** Returns a tool as it is shown: once for each name. */
  readonly shown?: (tool: AnyTool, session?: ToolSession) => readonly AnyTool[];
}

/**
 * Creates the tool that loads the schemas of deferred tools for a model (the Claude Code specification): by
 * exact names (`select:mcp__github__search_code,mcp__slack__send`) or by words, the best five first.
 *
 * The returned tools count as loaded in that session. A query may name tools that are not deferred.
 *
 * @param deferred - the searchable tools
 * @param find - returns an offered tool by any of its names
 */
export function toolSearchTool(
  deferred: readonly AnyTool[],
  find: (name: string) => AnyTool | undefined,
  { isOffered = () => true, shown = (tool) => [tool] }: ShownTools = {},
): AnyTool {
  const catalog = createToolCatalog(deferred);
  return defineTool({
    name: TOOL_SEARCH_NAME,
    description:
      "Loads the schemas of deferred tools, which are known by name only, so that they can be called. " +
      'The query "select:name,name" loads tools by exact name; any other query searches names and descriptions, ' +
      `the best matches first. Deferred tools: ${listNames(deferred.flatMap((tool) => shown(tool)))}.`,
    inputSchema: jsonSchema<ToolSearchInput>({
      type: "object",
      properties: {
        query: {
          type: "string",
          description: '"select:" and comma-separated exact names, or words to search for',
        },
        max_results: {
          type: "integer",
          minimum: 1,
          maximum: MAX_SEARCH_RESULTS,
          description: `Maximum number of tools to load, default ${DEFAULT_SEARCH_RESULTS}`,
        },
      },
      required: ["query"],
      additionalProperties: false,
    }),
    kind: "search",
    source: "builtin",
    executionProfile: { resourceKeys: () => [] },
    facts: () => ({}),
    execute: async (
      { query, max_results: limit = DEFAULT_SEARCH_RESULTS },
      context,
    ): Promise<ToolSearchOutput> => {
      const wanted = query.trim();
      const isKnown = (tool: AnyTool) => isOffered(tool, context.session);
      const findKnown = (name: string) => {
        const found = find(name);
        return found !== undefined && isKnown(found) ? found : undefined;
      };
      const { tools, missing } = wanted.toLowerCase().startsWith(SELECT)
        ? select(wanted.slice(SELECT.length), deferred.filter(isKnown), findKnown)
        : { tools: (await catalog.search(wanted, limit)).filter(isKnown), missing: [] };
      if (tools.length === 0) throw nothingFound(wanted, missing);
      markLoaded(tools, context.session);
      return {
        tools: tools
          .flatMap((tool) => shown(tool, context.session))
          .map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        missing,
      };
    },
    render: ({ tools, missing }: ToolSearchOutput): string =>
      [...tools.map((tool) => JSON.stringify(tool)), ...missing.map(missingLine)].join("\n"),
  });
}

function select(
  names: string,
  deferred: readonly AnyTool[],
  find: (name: string) => AnyTool | undefined,
): { readonly tools: readonly AnyTool[]; readonly missing: ToolSearchOutput["missing"] } {
  const asked = [...new Set(names.split(",").map((name) => name.trim()))].filter((name) => name !== "");
  const tools = new Set<AnyTool>();
  const missing: { name: string; nearest: readonly string[] }[] = [];
  for (const name of asked.slice(0, MAX_SEARCH_RESULTS)) {
    const tool = find(name);
    if (tool === undefined) missing.push({ name: name.slice(0, 80), nearest: nearestNames(name, deferred) });
    else tools.add(tool);
  }
  return { tools: [...tools], missing };
}

function nothingFound(query: string, missing: ToolSearchOutput["missing"]): ToolError {
  const remedy =
    missing.length > 0
      ? missing.map(missingLine).join(" ")
      : "Search with other or fewer words: what the tool does, or the service it belongs to.";
  return new ToolError(`No tool matches ${JSON.stringify(query.slice(0, 80))}. ${remedy}`, {
    code: "not-found",
  });
}

function missingLine({ name, nearest }: ToolSearchOutput["missing"][number]): string {
  const remedy =
    nearest.length === 0 ? "" : ` Did you mean ${nearest.map((each) => `'${each}'`).join(" or ")}?`;
  return `There is no tool named ${JSON.stringify(name)}.${remedy}`;
}

/** Returns the comma-separated names; if there are too many, groups of them by their common prefix. */
function listNames(tools: readonly AnyTool[]): string {
  const names = tools.map(({ name }) => name);
  const all = names.join(", ");
  if (all.length <= MAX_LISTED_LENGTH) return all;
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const start = /^(?:mcp__.+?__|tb__)/.exec(name)?.[0];
    const key = start === undefined ? name : `${start}*`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const listed: string[] = [];
  let length = 0;
  let left = names.length;
  for (const [key, members] of groups) {
    const shown = members.length === 1 ? (members[0] as string) : `${key} (${members.length} tools)`;
    if (length + shown.length > MAX_LISTED_LENGTH) break;
    listed.push(shown);
    length += shown.length + 2;
    left -= members.length;
  }
  return [...listed, ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
}
