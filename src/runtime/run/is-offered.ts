import type { ToolSession } from "../../contract/index.js";
import { isHidden } from "../../permissions/index.js";
import { toolIdentity } from "../judge/index.js";
import { needsShell, type RuntimeServices } from "../services/index.js";
import { isLimitedAway } from "../sessions/index.js";

/** Returns whether a session may call a tool: it is registered under this name, and neither mode nor rules exclude it. */
export function isOffered(
  toolName: string,
  {
    registry,
    permissions,
    session,
    hasShell,
  }: Pick<RuntimeServices, "registry" | "permissions" | "hasShell"> & { readonly session: ToolSession },
): boolean {
  const found = registry.resolve(toolName);
  if (found.status !== "found") return false;
  if (!hasShell && needsShell(found.tool)) return false;
  const judged = toolIdentity(found.tool, registry);
  return !isHidden(judged, permissions) && !isLimitedAway(found.tool, judged, session);
}
