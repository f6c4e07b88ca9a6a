import type { PermissionRule } from "../../contract/index.js";
import type { NoticeList } from "../report/index.js";
import type { OwnerRules, SourcedRule } from "./owner-rules.js";

/**
 * Combines the rules of several owners into one list for the permission engine, in which a deny wins and otherwise the
 * last match decides.
 *
 * The strictest owner decides: a rule of one owner never overrides an ask or a deny of another. Only an ask about
 * everything (`"*": "ask"`) counts as a default, which the allow rules of another owner override.
 */
export function combineRules(owners: readonly OwnerRules[], notices: NoticeList): readonly SourcedRule[] {
  const units = owners.filter(({ rules }) => rules.length > 0).map(orderedUnit);
  if (units.length < 2) return units.flat();
  // The rules of the last unit follow all others, so its denies that have exceptions can keep them.
  units.sort((one, other) => Number(hasException(one)) - Number(hasException(other)));
  const last = units.at(-1);
  const defaults: SourcedRule[] = [];
  const combined: SourcedRule[] = [];
  const asks: SourcedRule[] = [];
  for (const unit of units) {
    const lastAllow = unit.findLastIndex(({ rule }) => rule.verdict === "allow");
    const leading = unit.findIndex(({ rule }) => rule.verdict !== "ask" || !isDefault(rule));
    for (const [index, each] of unit.entries()) {
      if (each.rule.verdict === "ask" && (leading === -1 || index < leading)) defaults.push(each);
      else combined.push(unit === last ? each : withoutExceptions(each, notices));
      if (each.rule.verdict !== "ask" || defaults.includes(each)) continue;
      asks.push({ ...each, rule: { ...each.rule } });
      if (index < lastAllow)
        notices.add("stricter", each.origin, `Later rules of the file do not override it, ${SEVERAL}.`);
    }
  }
  return [...defaults, ...combined, ...asks];
}

const SEVERAL = "because several programs have rules";

/** Returns rules in an order in which the last match decides. */
function orderedUnit({ rules, precedence }: OwnerRules): readonly SourcedRule[] {
  if (precedence === "strictest") {
    const having = (verdict: PermissionRule["verdict"]) =>
      rules.filter((each) => each.rule.verdict === verdict);
    return [...having("allow"), ...having("ask"), ...having("deny")];
  }
  const lastOther = rules.findLastIndex(({ rule }) => rule.verdict !== "deny");
  return rules.map((each, index) =>
    each.rule.verdict === "deny" && index < lastOther
      ? { ...each, rule: { ...each.rule, overridable: true } }
      : each,
  );
}

function hasException(unit: readonly SourcedRule[]): boolean {
  return unit.some(({ rule }) => rule.overridable === true);
}

function withoutExceptions(each: SourcedRule, notices: NoticeList): SourcedRule {
  if (each.rule.overridable !== true) return each;
  notices.add("stricter", each.origin, `Later rules of the file do not override it, ${SEVERAL}.`);
  const { overridable: _, ...rule } = each.rule;
  return { ...each, rule };
}

/** Returns whether a rule applies to everything, or to every command. */
function isDefault({ tool, kind, path, command, host }: PermissionRule): boolean {
  return (
    tool === undefined &&
    path === undefined &&
    host === undefined &&
    (command === undefined || command === "*") &&
    (kind === undefined || command === undefined)
  );
}
