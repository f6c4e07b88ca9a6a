import type { PermissionRule } from "../../contract/index.js";
import type { NoticeList } from "../report/index.js";
import type { ConfigOwner, OwnerRules, SourcedRule } from "./owner-rules.js";

/** Programs in which an ask about everything is a default that other rules of the program override. */
const WITH_DEFAULTS: readonly ConfigOwner[] = ["gemini-cli", "opencode", "amp"];

/**
 * Combines the rules of several owners into one list for the permission engine, in which a deny wins and otherwise the
 * last match decides.
 *
 * The strictest owner decides: a rule of one owner never overrides an ask or a deny of another. Only an ask about
 * everything (`"*": "ask"`) of a program with such defaults counts as one, which the allow rules of another owner override.
 */
export function combineRules(owners: readonly OwnerRules[], notices: NoticeList): readonly SourcedRule[] {
  const used = owners.filter(({ rules }) => rules.length > 0);
  if (used.length < 2) return used.flatMap(orderedUnit);
  const defaults: SourcedRule[] = [];
  const asks: SourcedRule[] = [];
  const units: (readonly SourcedRule[])[] = [];
  for (const owner of used) {
    const ordered = orderedUnit(owner);
    const start = WITH_DEFAULTS.includes(owner.owner) ? startOf(ordered) : 0;
    defaults.push(...ordered.slice(0, start));
    const unit = ordered.slice(start);
    units.push(unit);
    const lastAllow = unit.findLastIndex(({ rule }) => rule.verdict === "allow");
    for (const [index, each] of unit.entries()) {
      if (each.rule.verdict !== "ask") continue;
      asks.push({ ...each, rule: { ...each.rule } });
      if (index < lastAllow)
        notices.add("stricter", each.origin, `Later rules of the file do not override it, ${SEVERAL}.`);
    }
  }
  // The rules of the last unit follow all others, so its denies that have exceptions can keep them. An ask after them
  // would override the denies as well.
  units.sort((one, other) => Number(hasException(one)) - Number(hasException(other)));
  const keeping = asks.length === 0 ? units.at(-1) : undefined;
  const combined = units.flatMap((unit) =>
    unit === keeping ? unit : unit.map((each) => withoutExceptions(each, notices)),
  );
  return [...defaults, ...combined, ...asks];
}

/** Returns the number of rules before the first that is not an ask about everything. */
function startOf(unit: readonly SourcedRule[]): number {
  const first = unit.findIndex(({ rule }) => rule.verdict !== "ask" || !isDefault(rule));
  return first === -1 ? unit.length : first;
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
