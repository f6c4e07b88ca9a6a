import type { ToolSession } from "../../contract/index.js";
import { isHidden } from "../../permissions/index.js";
import { toolIdentity } from "../judge/index.js";
import type { RuntimeServices } from "../services/index.js";
import { isLimitedAway } from "../sessions/index.js";

/** Returns whether a session may call a tool: it is registered under this name, and neither mode nor rules exclude it. */
export function isOffered(
  toolName: string,
  {
    registry,
    permissions,
    session,
  }: Pick<RuntimeServices, "registry" | "permissions"> & { readonly session: ToolSession },
): boolean {
  const found = registry.resolve(toolName);
  if (found.status !== "found") return false;
  const judged = toolIdentity(found.tool, registry);
  return !isHidden(judged, permissions) && !isLimitedAway(found.tool, judged, session);
}
