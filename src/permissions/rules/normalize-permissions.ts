import { ignoreRejectionsIn, type PermissionRule, TOOL_KINDS } from "../../contract/index.js";
import {
  isRecord,
  type KeysOf,
  requireKnownKeys,
  requireKnownValue,
  shownValue,
} from "../../values/index.js";
import { compileRule } from "./compiled-rule.js";
import { preparePathPattern } from "./path-pattern.js";
import { PERMISSION_PRESETS, type PermissionPreset, permissionPreset } from "./permission-preset.js";
import type { PathBase, RuleSet } from "./rule-set.js";

/** The permissions of a host: a preset, rules added to `"default"`, or rules added to a preset. */
export type PermissionsInput =
  | PermissionPreset
  | readonly PermissionRule[]
  | {
      readonly preset?: PermissionPreset;
      readonly rules?: readonly PermissionRule[];
      /**
       * Path patterns of folders in which git commands that only read run without asking. Git runs programs from the
       * configuration of a repository even on a plain `git status`. With the preset `"project"`, the commands of the
       * projects in these folders run without asking as well. `"."` is the working directory. Default: none.
       */
      readonly trustedFolders?: readonly string[];
      /**
       * `"sandboxed"`: commands that would ask only because they may do anything run without a question, in the sandbox of the
       * shell. Needs `shell: { sandbox: "require", network: "off" }`. Default: they ask.
       */
      readonly autoAllow?: "sandboxed";
      /** `"ask"`: a command with any redirection asks even if a rule allows it. Default: only redirections to files ask. */
      readonly redirections?: "ask";
      /** `"deny"`: every call that would ask is denied, for a host without a user. Default: it asks. */
      readonly questions?: "deny";
    };

const INPUT_KEYS = {
  preset: true,
  rules: true,
  trustedFolders: true,
  autoAllow: true,
  redirections: true,
  questions: true,
} as const satisfies KeysOf<Exclude<PermissionsInput, string | readonly unknown[]>>;
const RULE_KEYS = {
  tool: true,
  kind: true,
  path: true,
  command: true,
  host: true,
  verdict: true,
  overridable: true,
  reason: true,
} as const satisfies KeysOf<PermissionRule>;
const TEXT_KEYS = ["tool", "path", "command", "host", "reason"] as const;
const VERDICTS: readonly string[] = ["allow", "ask", "deny"];
const NO_BASE = { cwd: "/" };

/**
 * Turns the permissions of a host into a complete, validated rule set.
 *
 * Throws a `TypeError` for a wrong shape (an unknown key, a condition that is not a string) and a `RangeError` for a wrong
 * value (an unknown preset, verdict or kind, an empty pattern). Otherwise a misspelt condition would make a rule match
 * far more than it says. `base` states how paths compare; the working directory comes with each call.
 *
 * @example
 * normalizePermissions({ preset: "amp", rules: [{ command: "git push *", verdict: "deny", reason: "Open a pull request." }] });
 */
export function normalizePermissions(
  input: PermissionsInput = "default",
  base: Omit<PathBase, "cwd"> = {},
): RuleSet {
  return { ...base, ...ruleSetOf(input) };
}

function ruleSetOf(input: PermissionsInput): RuleSet {
  if (typeof input === "string") return permissionPreset(checkPreset(input));
  if (isReadableList(input)) return withRules("default", input);
  if (!isRecord(input)) {
    const shown = typeof input === "object" && input !== null ? "an object that cannot be read" : show(input);
    throw new TypeError(`permissions must be a preset, a list of rules or { preset, rules }, not ${shown}.`);
  }
  requireKnownKeys("permissions", input, INPUT_KEYS, "key");
  const {
    preset = "default",
    rules = [],
    trustedFolders,
    autoAllow,
    redirections,
    questions,
  } = input as Exclude<PermissionsInput, string | readonly unknown[]>;
  if (autoAllow !== undefined) requireKnownValue("permissions: autoAllow", autoAllow, ["sandboxed"]);
  if (redirections !== undefined) requireKnownValue("permissions: redirections", redirections, ["ask"]);
  if (questions !== undefined) requireKnownValue("permissions: questions", questions, ["deny"]);
  const ruleSet = {
    ...withRules(checkPreset(preset), rules),
    ...(autoAllow !== undefined && { autoAllow }),
    ...(redirections !== undefined && { redirections }),
    ...(questions !== undefined && { questions }),
  };
  return trustedFolders === undefined
    ? ruleSet
    : { ...ruleSet, trustedFolders: checkFolders(trustedFolders) };
}

/** Validates rules from outside, for example of an approval answer, and returns frozen copies. Throws like {@link normalizePermissions}. */
export function checkRules(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  // No code waits for a promise that a host passed by mistake.
  ignoreRejectionsIn(rules);
  const given = listOf(rules);
  if (given === undefined) throw new TypeError(`permissions: rules must be a list, not ${show(rules)}.`);
  return given.map((rule, index) => checkRule(rule, `permissions: rule ${index + 1}`));
}

function withRules(preset: PermissionPreset, rules: readonly PermissionRule[]): RuleSet {
  const base = permissionPreset(preset);
  return { ...base, rules: [...base.rules, ...checkRules(rules)] };
}

function checkFolders(folders: unknown): readonly string[] {
  const good = Array.isArray(folders) && folders.every((each) => typeof each === "string" && each !== "");
  if (!good) throw new TypeError("permissions: trustedFolders must be a list of non-empty strings.");
  for (const folder of folders as string[]) preparePathPattern(folder, NO_BASE);
  return Object.freeze([...(folders as string[])]);
}

function checkPreset(preset: unknown): PermissionPreset {
  requireKnownValue("permissions: the preset", preset, PERMISSION_PRESETS);
  return preset as PermissionPreset;
}

function checkRule(rule: unknown, name: string): PermissionRule {
  if (!isRecord(rule)) {
    throw new TypeError(`${name} must be an object with a verdict, not ${show(rule)}.`);
  }
  // Only keys with a value: `{ path: undefined }` is a rule without a path condition.
  const set = Object.fromEntries(entriesOf(rule, name).filter(([, value]) => value !== undefined));
  requireKnownKeys(name, set, RULE_KEYS, "key");
  for (const key of TEXT_KEYS) {
    const value = set[key];
    if (value === undefined) continue;
    if (typeof value !== "string")
      throw new TypeError(`${name}: ${key} must be a string, not ${show(value)}.`);
    if (value.trim() === "")
      throw new RangeError(`${name}: ${key} is empty; omit it if the rule has no such condition.`);
  }
  requireKnownValue(`${name}: verdict`, set.verdict, VERDICTS);
  if (set.kind !== undefined) requireKnownValue(`${name}: kind`, set.kind, TOOL_KINDS);
  const { overridable } = set;
  if (overridable !== undefined && typeof overridable !== "boolean")
    throw new TypeError(`${name}: overridable must be true or false, not ${show(overridable)}.`);
  if (overridable === true && set.verdict !== "deny")
    throw new RangeError(
      `${name}: overridable applies to deny rules only; a later rule overrides any other.`,
    );
  const checked = Object.freeze(set) as unknown as PermissionRule;
  // Patterns that stand for too many patterns are rejected here, not on the first call.
  compileRule(checked).pathPattern(NO_BASE);
  return checked;
}

function show(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // An object that contains itself, a bigint, a proxy that throws.
    return shownValue(value);
  }
}

/** Returns the items of a list; `undefined` for any other value and for a list that cannot be read. */
function listOf(value: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(value)
      ? Array.from({ length: value.length }, (_, index) => value[index])
      : undefined;
  } catch {
    return undefined;
  }
}

/** @throws TypeError that names the rule if it cannot be read */
function entriesOf(rule: object, name: string): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(rule);
  } catch {
    throw new TypeError(`${name} cannot be read, because a getter or a proxy throws.`);
  }
}

/** Number of rules of the longest list: a proxy may claim any length. */
const MAX_RULES = 10_000_000;

/** Returns whether a value is a list that can be read. Never throws. */
function isReadableList(value: PermissionsInput): value is readonly PermissionRule[] {
  try {
    return Array.isArray(value) && value.length <= MAX_RULES;
  } catch {
    return false;
  }
}
