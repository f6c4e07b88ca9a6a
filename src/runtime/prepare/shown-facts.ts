import type { ApprovalRequest, ApprovalWarning, JudgedCall } from "../../contract/index.js";
import { withoutUndefined } from "../../values/index.js";
import { sessionLimits } from "../sessions/index.js";
import type { PreparedCall } from "./prepare-call.js";

/** Returns the resources of a call as an approver sees them. */
export function shownFacts({ facts }: PreparedCall): ApprovalRequest["facts"] {
  return {
    ...(facts.paths.length > 0 && { paths: facts.paths.map(({ path, access }) => ({ path, access })) }),
    ...withoutUndefined({ command: facts.command, cwd: facts.commandCwd }),
    ...(facts.hosts !== undefined && { hosts: [...facts.hosts] }),
  };
}

/** Returns the risks of the resources of a call. */
export function resourceWarnings({
  facts,
  reading,
}: Pick<PreparedCall, "facts" | "reading">): readonly ApprovalWarning[] {
  const found: [ApprovalWarning, boolean][] = [
    ["unreadable-command", reading?.unreadable !== undefined],
    ["unknown-paths", reading?.unknownPaths !== undefined],
    ["outside-roots", facts.paths.some((path) => !path.insideRoots)],
    ["protected", facts.paths.some((path) => path.protected)],
    ["secret", facts.paths.some((path) => path.secret)],
  ];
  return found.filter(([, present]) => present).map(([warning]) => warning);
}

/** Returns what an executor that judges calls must know of a call. */
export function forJudging(prepared: PreparedCall): Pick<JudgedCall, "shown" | "isExpected" | "isLimited"> {
  return {
    shown: { facts: shownFacts(prepared), warnings: resourceWarnings(prepared) },
    isExpected: prepared.isExpected === true,
    isLimited: sessionLimits(prepared.session).length > 0,
  };
}
