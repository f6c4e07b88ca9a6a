import type { PermissionRule } from "../../contract/index.js";
import type { ConfigNoticeKind } from "../report/index.js";

/** The conditions of a rule. */
export type RuleConditions = Omit<PermissionRule, "verdict" | "reason" | "overridable">;

/** The rules that a setting becomes, and remarks about the parts that they do not express. */
export interface Translation {
  /** The conditions of each rule; all have the verdict of the setting. */
  readonly rules: readonly RuleConditions[];
  readonly remarks?: readonly (readonly [kind: ConfigNoticeKind, message: string])[] | undefined;
}

/** Returns a translation with rules and at most one remark. */
export function translated(
  rules: RuleConditions | readonly RuleConditions[],
  kind?: ConfigNoticeKind,
  message = "",
): Translation {
  const list = [rules].flat() as readonly RuleConditions[];
  return { rules: list, remarks: kind && [[kind, message]] };
}
