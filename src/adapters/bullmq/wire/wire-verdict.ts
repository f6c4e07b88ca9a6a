import type { JudgedCall } from "../../../contract/index.js";

/** All values of {@link WireVerdict}. */
export const WIRE_VERDICTS = ["default", "allow", "ask"] as const;

/**
 * Reason why a host let a call through: `default` when only its defaults allow it, because the call reads; `allow` when a
 * rule, a grant or a preset that allows everything does; `ask` when an approver agreed.
 */
export type WireVerdict = (typeof WIRE_VERDICTS)[number];

/** Kinds of tools that change nothing: their calls may run twice, and presets other than `allow-all` allow them too. */
export const READ_ONLY_KINDS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/**
 * Returns why a host lets a call through, for the worker. A worker judges a `default` again, because only it can see whether
 * a path leaves the roots or belongs to a secret.
 */
export function wireVerdict({ decision, tool }: Pick<JudgedCall, "decision" | "tool">): WireVerdict {
  if (decision.verdict === "ask") return "ask";
  const isUnasked = decision.confinement !== undefined || READ_ONLY_KINDS.has(tool.kind);
  return decision.source === "kind" && isUnasked ? "default" : "allow";
}
