import type { WorkspaceScope } from "../../contract/index.js";
import { judgeCall } from "../judge/index.js";
import type { RuntimeServices } from "../services/index.js";
import { sessionLimits } from "../sessions/index.js";
import type { PreparedCall } from "./prepare-call.js";

/** Returns the paths that an approved call may open although they lie outside the roots or in a protected path. */
export function approvedPathsOf(
  { facts }: PreparedCall,
  { permissions }: Pick<RuntimeServices, "permissions">,
): WorkspaceScope["approvedPaths"] {
  if (permissions.boundaries === "allow") return "any";
  return new Set(facts.paths.map(({ path }) => path));
}

/**
 * Returns the paths that a call with access to a folder must not read there: files that a path rule denies, and files
 * that a path rule asks about, unless the approver was asked about the call. Without this, a search of the parent
 * folder would bypass the rule. Names are hidden only if a rule denies the path.
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
