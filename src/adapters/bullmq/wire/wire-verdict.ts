import type { JudgedCall } from "../../../contract/index.js";

/** Every {@link WireVerdict}. */
export const WIRE_VERDICTS = ["default", "allow", "ask"] as const;

/**
 * Why a host let a call through: only its defaults allow it, because the call reads (`default`); a rule, a grant or a preset that allows
 * everything does (`allow`); an approver was asked and agreed (`ask`).
 */
export type WireVerdict = (typeof WIRE_VERDICTS)[number];

/** Kinds of tools that change nothing: calls of them may run twice, and presets other than `allow-all` allow them too. */
export const READ_ONLY_KINDS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/**
 * Returns why a host lets a call through, as its worker is told. A worker judges a `default` again: whether a path leaves the roots,
 * or is that of a secret, can be seen only where the files are.
 */
export function wireVerdict({ decision, tool }: Pick<JudgedCall, "decision" | "tool">): WireVerdict {
  if (decision.verdict === "ask") return "ask";
  const isUnasked = decision.confinement !== undefined || READ_ONLY_KINDS.has(tool.kind);
  return decision.source === "kind" && isUnasked ? "default" : "allow";
}
