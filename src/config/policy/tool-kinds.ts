import type { ToolKind, Verdict } from "../../contract/index.js";
import type { RuleConditions } from "./translation.js";

/** The conditions of a rule for everything that changes files. An allow covers edits, not deletions. */
export function changing(verdict: Verdict, more: RuleConditions = {}): readonly RuleConditions[] {
  const kinds: readonly ToolKind[] = verdict === "allow" ? ["edit"] : ["edit", "delete", "move"];
  return kinds.map((kind) => ({ kind, ...more }));
}

/** The conditions of a rule for every command. */
export function everyCommand(verdict: Verdict): RuleConditions {
  return verdict === "allow" ? { kind: "execute", command: "*" } : { kind: "execute" };
}

/** The conditions of a rule for every web page. */
export function everyPage(verdict: Verdict): RuleConditions {
  return verdict === "allow" ? { kind: "fetch", host: "*" } : { kind: "fetch" };
}

/** Patterns for the names of the tools that search the web, in all toolsets. */
export const WEB_SEARCH_TOOLS: readonly RuleConditions[] = [
  "WebSearch*",
  "web_search*",
  "websearch*",
  "google_web_search*",
].map((tool) => ({ tool }));

/** Patterns for the names of the tools that start subagents, in all toolsets. */
export const SUBAGENT_TOOLS: readonly RuleConditions[] = ["Task*", "task*", "Agent*", "spawn_agent*"].map(
  (tool) => ({ tool }),
);
