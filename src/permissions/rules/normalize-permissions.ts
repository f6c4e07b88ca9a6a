import { type PermissionRule, TOOL_KINDS } from "../../contract/index.js";
import { compileRule } from "./compiled-rule.js";
import { preparePathPattern } from "./path-pattern.js";
import { PERMISSION_PRESETS, type PermissionPreset, permissionPreset } from "./permission-preset.js";
import type { PermissionPlace, RuleSet } from "./rule-set.js";

/** The permissions of a host: a preset, rules added to `"default"`, or rules added to a preset. */
export type PermissionsInput =
  | PermissionPreset
  | readonly PermissionRule[]
  | {
      readonly preset?: PermissionPreset;
      readonly rules?: readonly PermissionRule[];
      /**
       * Path patterns of folders in which git commands that only read run without asking. Git runs programs from the
       * configuration of a repository even on a plain `git status`. `"."` is the working directory. Default: none.
       */
      readonly trustedFolders?: readonly string[];
    };

const RULE_KEYS = ["tool", "kind", "path", "command", "host", "verdict", "reason"];
const TEXT_KEYS = ["tool", "path", "command", "host", "reason"] as const;
const VERDICTS: readonly unknown[] = ["allow", "ask", "deny"];
const NO_PLACE = { cwd: "/" };

/**
 * Turns the permissions of a host into a complete, validated rule set.
 *
 * Throws a `TypeError` for a wrong shape (an unknown key, a condition that is not a string) and a `RangeError` for a wrong
 * value (an unknown preset, verdict or kind, an empty pattern). Otherwise a misspelt condition would make a rule match
 * far more than it says. `place` states how paths compare; the working directory comes with each call.
 *
 * @example
 * normalizePermissions({ preset: "amp", rules: [{ command: "git push *", verdict: "deny", reason: "Open a pull request." }] });
 */
export function normalizePermissions(
  input: PermissionsInput = "default",
  place: Omit<PermissionPlace, "cwd"> = {},
): RuleSet {
  return { ...place, ...ruleSetOf(input) };
}

function ruleSetOf(input: PermissionsInput): RuleSet {
  if (typeof input === "string") return permissionPreset(checkPreset(input));
  if (Array.isArray(input)) return withRules("default", input);
  if (typeof input !== "object" || input === null) {
    throw new TypeError(
      `permissions must be a preset, a list of rules or { preset, rules }, not ${show(input)}.`,
    );
  }
  const {
    preset = "default",
    rules = [],
    trustedFolders,
    ...others
  } = input as Exclude<PermissionsInput, string | readonly unknown[]>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`permissions: unknown key "${unknown}"; use preset, rules and trustedFolders.`);
  const ruleSet = withRules(checkPreset(preset), rules);
  return trustedFolders === undefined
    ? ruleSet
    : { ...ruleSet, trustedFolders: checkFolders(trustedFolders) };
}

/** Validates rules from outside, for example of an approval answer, and returns frozen copies. Throws like {@link normalizePermissions}. */
export function checkRules(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  if (!Array.isArray(rules)) throw new TypeError(`permissions: rules must be a list, not ${show(rules)}.`);
  return rules.map((rule, index) => checkRule(rule, `permissions: rule ${index + 1}`));
}

function withRules(preset: PermissionPreset, rules: readonly PermissionRule[]): RuleSet {
  const base = permissionPreset(preset);
  return { ...base, rules: [...base.rules, ...checkRules(rules)] };
}

function checkFolders(folders: unknown): readonly string[] {
  const good = Array.isArray(folders) && folders.every((each) => typeof each === "string" && each !== "");
  if (!good) throw new TypeError("permissions: trustedFolders must be a list of non-empty strings.");
  for (const folder of folders as string[]) preparePathPattern(folder, NO_PLACE);
  return Object.freeze([...(folders as string[])]);
}

function checkPreset(preset: unknown): PermissionPreset {
  const known = PERMISSION_PRESETS.find((each) => each === preset);
  if (known !== undefined) return known;
  throw new RangeError(
    `permissions: unknown preset ${show(preset)}; use one of ${PERMISSION_PRESETS.map(show).join(", ")}.`,
  );
}

function checkRule(rule: unknown, name: string): PermissionRule {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) {
    throw new TypeError(`${name} must be an object with a verdict, not ${show(rule)}.`);
  }
  // Only keys with a value: `{ path: undefined }` is a rule without a path condition.
  const set = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
  for (const key of Object.keys(set)) {
    if (!RULE_KEYS.includes(key)) {
      throw new TypeError(`${name} has the unknown key "${key}"; known are ${RULE_KEYS.join(", ")}.`);
    }
  }
  for (const key of TEXT_KEYS) {
    const value = set[key];
    if (value === undefined) continue;
    if (typeof value !== "string")
      throw new TypeError(`${name}: ${key} must be a string, not ${show(value)}.`);
    if (value.trim() === "")
      throw new RangeError(`${name}: ${key} is empty; omit it if the rule has no such condition.`);
  }
  if (!VERDICTS.includes(set.verdict)) {
    throw new RangeError(`${name}: verdict must be "allow", "ask" or "deny", not ${show(set.verdict)}.`);
  }
  if (set.kind !== undefined && !TOOL_KINDS.some((kind) => kind === set.kind)) {
    throw new RangeError(`${name}: unknown kind ${show(set.kind)}; use one of ${TOOL_KINDS.join(", ")}.`);
  }
  const checked = Object.freeze(set) as unknown as PermissionRule;
  // Patterns that stand for too many patterns are rejected here, not on the first call.
  compileRule(checked).pathPattern(NO_PLACE);
  return checked;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
