import type { WorkspaceScope } from "../../contract/index.js";
import { judgeCall } from "../judge/index.js";
import type { RuntimeServices } from "../services/index.js";
import { sessionLimits } from "../sessions/index.js";
import type { PreparedCall } from "./prepare-call.js";

/**
 * What a call that was let into a folder must not read there: files that a rule about paths denies, and those that one asks
 * about, unless an approver was asked about the call. Without it a search of the folder above would get round the rule. Names are
 * withheld only where a rule denies the path.
 */
export function excludedPathsOf(
  prepared: PreparedCall,
  services: Pick<RuntimeServices, "permissions">,
): WorkspaceScope["isExcluded"] {
  const { request, session, decision } = prepared;
  const ruleSets = [services.permissions, ...sessionLimits(session).map(({ ruleSet }) => ruleSet)];
  const aboutPaths = ruleSets.some(({ rules }) =>
    rules.some(({ path, verdict }) => path !== undefined && verdict !== "allow"),
  );
  if (!aboutPaths) return undefined;
  const wasAsked = decision.verdict === "ask";
  return (path, part = "content") => {
    const fact = {
      requested: path,
      path,
      access: "read",
      insideRoots: true,
      protected: false,
      secret: false,
    } as const;
    const { verdict, rule } = judgeCall(
      { ...request, facts: { paths: [fact] } },
      prepared,
      services,
      undefined,
    );
    if (rule?.path === undefined) return false;
    return verdict === "deny" || (verdict === "ask" && part === "content" && !wasAsked);
  };
}
