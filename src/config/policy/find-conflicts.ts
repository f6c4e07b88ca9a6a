import { judge, normalizePermissions } from "../../permissions/index.js";
import { createYield } from "../../values/index.js";
import type { NoticeList } from "../report/index.js";
import type { SourcedRule } from "./owner-rules.js";

/** Text in the place of a wildcard. A rule that matches it matches nearly everything there. */
const ANY_TEXT = "zqx7";

/** Most rules of each verdict that are compared: the time grows with the product of both numbers. */
const MAX_COMPARED = 400;

/** Reports every allow rule about commands that a deny or ask rule always precedes. */
export async function findConflicts(rules: readonly SourcedRule[], notices: NoticeList): Promise<void> {
  const indexed = rules.flatMap((each, index) =>
    each.rule.command === undefined ? [] : [{ ...each, index }],
  );
  const restricting = indexed.filter(({ rule }) => rule.verdict !== "allow").slice(0, MAX_COMPARED);
  const allowing = indexed.filter(({ rule }) => rule.verdict === "allow").slice(0, MAX_COMPARED);
  // The engine decides, so that the report agrees with it. Names of tools do not matter here.
  const ruleSet = normalizePermissions(
    restricting.map(({ rule: { tool: _tool, kind: _kind, ...rule } }) => rule),
  );
  const pause = createYield();
  for (const { rule, origin, index } of allowing) {
    await pause();
    const command = rule.command?.replaceAll("*", ANY_TEXT);
    const call = { names: ["Bash"], kind: "execute", source: "builtin", facts: { command } } as const;
    const decided = judge(call, { ...ruleSet, cwd: "/" });
    const other = decided.rule && restricting[ruleSet.rules.indexOf(decided.rule)];
    if (other === undefined) continue;
    const isFinal = other.rule.verdict === "deny" && other.rule.overridable !== true;
    if (!isFinal && other.index < index) continue;
    const { file, line, text = "" } = other.origin;
    const place = line === undefined ? file : `${file}:${line}`;
    notices.add("conflict", origin, `The rule ${text} (${place}) always decides before this rule.`);
  }
}
