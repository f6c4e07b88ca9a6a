import type { WorkspaceScope } from "../contract/index.js";
import { judge } from "../permissions/index.js";
import type { PreparedCall } from "./prepare-call.js";
import type { RuntimeServices } from "./runtime-services.js";
import { sessionGrants } from "./session.js";

/**
 * What a call that was let into a folder must not read there: files that a rule about paths denies, and those that one asks
 * about, unless somebody was asked about the call. Without it a search of the folder above would get round the rule.
 */
export function withheldPathsOf(
  { request, realCwd, session, decision }: PreparedCall,
  { permissions }: Pick<RuntimeServices, "permissions">,
): WorkspaceScope["isWithheld"] {
  if (!permissions.rules.some(({ path, verdict }) => path !== undefined && verdict !== "allow"))
    return undefined;
  const rules = { ...permissions, cwd: realCwd, grants: sessionGrants(session) };
  const wasAsked = decision.verdict === "ask";
  return (path) => {
    const fact = {
      requested: path,
      path,
      access: "read",
      insideRoots: true,
      protected: false,
      secret: false,
    } as const;
    const { verdict, rule } = judge({ ...request, facts: { paths: [fact] } }, rules);
    return rule?.path !== undefined && (verdict === "deny" || (verdict === "ask" && !wasAsked));
  };
}
