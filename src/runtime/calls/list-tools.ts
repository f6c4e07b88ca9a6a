import type { AnyTool, ToolSession } from "../../contract/index.js";
import { isHidden } from "../../permissions/index.js";
import { loadedToolNames, TOOL_SEARCH_NAME } from "../../registry/index.js";
import { atOnce } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";
import { readMembers } from "../host/read-members.js";
import { toolIdentity } from "../judge/index.js";
import { needsShell, type RuntimeServices } from "../services/index.js";
import { isLimitedAway, requireSession, shownTools } from "../sessions/index.js";

/** Options of `tools()`. */
export interface ListToolsOptions {
  /** The session whose loaded tools are listed. Default: the runtime's default session. */
  readonly session?: ToolSession;
  /**
   * `"loaded"` (default): deferred tools once ToolSearch has loaded them. `"all"`: every deferred tool, without
   * ToolSearch, for a provider with its own tool search.
   */
  readonly deferred?: "loaded" | "all";
}

/**
 * Returns the tools to show a model, with the deferred tools that its session has loaded after all others. A mode that names
 * an alias with a schema shows the tool under that alias.
 *
 * @throws TypeError or RangeError for an invalid argument
 */
export function listTools(
  {
    registry,
    permissions,
    hasShell,
    backend,
  }: Pick<RuntimeServices, "registry" | "permissions" | "hasShell" | "backend">,
  {
    filter,
    list,
    session: defaultSession,
  }: {
    readonly filter: ((tool: AnyTool) => boolean) | undefined;
    readonly list: ListToolsOptions | undefined;
    readonly session: ToolSession;
  },
): readonly AnyTool[] {
  if (filter !== undefined && filter !== null && typeof filter !== "function") {
    throw new TypeError(
      `tools expects a function (tool) => boolean as its filter, but it got ${kindOf(filter)}.`,
    );
  }
  const { session: wanted, deferred = "loaded" } = readMembers<ListToolsOptions>(
    list,
    "The options of tools()",
    { session: true, deferred: true },
  );
  const session = wanted === undefined ? defaultSession : requireSession(wanted, "The session of tools()");
  if (deferred !== "loaded" && deferred !== "all") {
    throw new RangeError(`deferred must be "loaded" or "all", but it is ${kindOf(deferred)}.`);
  }
  const isShown = (tool: AnyTool): boolean => {
    if (!hasShell && needsShell(tool)) return false;
    const judged = toolIdentity(tool, registry);
    if (isHidden(judged, permissions) || isLimitedAway(tool, judged, session)) return false;
    return filter === undefined || filter === null || atOnce(filter(tool));
  };
  const faces = (tool: AnyTool) => shownTools(tool, permissions, session, backend?.shell?.description);
  const tools = registry.list();
  if (deferred === "all") {
    const isSearch = ({ name, source }: AnyTool) => name === TOOL_SEARCH_NAME && source === "builtin";
    return tools.filter((tool) => !isSearch(tool) && isShown(tool)).flatMap(faces);
  }
  const loaded = [...loadedToolNames(session)].flatMap((name) => registry.get(name) ?? []);
  return [
    ...tools.filter((tool) => !tool.deferred && isShown(tool)),
    ...loaded.filter((tool) => tool.deferred && isShown(tool)),
  ].flatMap(faces);
}
