import type { AnyTool, ToolSession } from "../contract/index.js";
import { isHidden } from "../permissions/index.js";
import { loadedToolNames, TOOL_SEARCH_NAME } from "../registry/index.js";
import { judgedTool } from "./judged-tool.js";
import type { RuntimeServices } from "./runtime-services.js";
import { isLimitedAway } from "./session-limits.js";

/** The tools to show a model, the deferred ones that its session has loaded behind all others. */
export function listTools(
  { registry, permissions }: Pick<RuntimeServices, "registry" | "permissions">,
  {
    filter,
    session,
    deferred = "loaded",
  }: {
    readonly filter: ((tool: AnyTool) => boolean) | undefined;
    readonly session: ToolSession;
    readonly deferred?: "loaded" | "all";
  },
): readonly AnyTool[] {
  const isShown = (tool: AnyTool): boolean => {
    const judged = judgedTool(tool, registry);
    if (isHidden(judged, permissions) || isLimitedAway(tool, judged, session)) return false;
    return filter === undefined || filter(tool);
  };
  const tools = registry.list();
  if (deferred === "all") {
    const isSearch = ({ name, source }: AnyTool) => name === TOOL_SEARCH_NAME && source === "builtin";
    return tools.filter((tool) => !isSearch(tool) && isShown(tool));
  }
  const loaded = [...loadedToolNames(session)].flatMap((name) => registry.get(name) ?? []);
  return [
    ...tools.filter((tool) => !tool.deferred && isShown(tool)),
    ...loaded.filter((tool) => tool.deferred && isShown(tool)),
  ];
}
