import { ignoreRejection } from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";
import type { PreparedCall } from "./prepare-call.js";

/**
 * Returns the secret file because of which a built-in tool will refuse a call, whatever the approver answers: one that it
 * would read, edit or replace. Returns `undefined` for other tools and for folders: their names may be listed.
 */
export async function refusedSecret(
  { tool, facts, session }: Pick<PreparedCall, "tool" | "facts" | "session">,
  { workspace }: Pick<RuntimeServices, "workspace">,
): Promise<string | undefined> {
  if (tool.source !== "builtin") return undefined;
  const refused = REFUSED_ACCESS[tool.kind];
  const secret = facts.paths.find((path) => path.secret && path.access === refused);
  if (secret === undefined) return undefined;
  const location = await workspace?.locate(secret.path, session).catch(ignoreRejection);
  return location?.stat?.type === "file" ? secret.path : undefined;
}

const REFUSED_ACCESS: Readonly<Record<string, "read" | "write">> = {
  read: "read",
  search: "read",
  edit: "write",
};
