import type { PermissionRule } from "../../contract/index.js";
import { type TextMatcher, wildcard } from "../../text/index.js";
import { type CommandReading, coversOptions, isExamined } from "../commands/index.js";
import { type PathPattern, preparePathPattern } from "./path-pattern.js";
import type { JudgedFacts, JudgedPath, PathBase, ToolIdentity } from "./rule-set.js";

/** A rule with its patterns compiled. */
export interface CompiledRule {
  readonly rule: PermissionRule;
  /** Whether the rule has no condition on paths, commands or hosts. */
  readonly general: boolean;
  readonly matchesTool: (tool: ToolIdentity) => boolean;
  readonly matchesHost: (host: string) => boolean;
  readonly matchesCommand: TextMatcher;
  /** For commands of PowerShell and cmd, which ignore the letter case of names. */
  readonly matchesCommandInAnyCase: TextMatcher;
  readonly pathPattern: (base: PathBase) => PathPattern;
}

/** The facts of a call with its command read. */
export interface ReadFacts extends JudgedFacts {
  readonly paths: readonly JudgedPath[];
  readonly hosts: readonly string[];
  readonly reading?: CommandReading;
}

// A rule set lives as long as its runtime and is used on every call.
const compiledRules = new WeakMap<PermissionRule, CompiledRule>();

/** Returns whether a rule denies, and no later rule overrides it. */
export function isFinalDeny({ verdict, overridable }: PermissionRule): boolean {
  return verdict === "deny" && overridable !== true;
}

/** Compiles a rule, once. */
export function compileRule(rule: PermissionRule): CompiledRule {
  const known = compiledRules.get(rule);
  if (known !== undefined) return known;
  let inAnyCase: TextMatcher | undefined;
  let lastBase: PathBase | undefined;
  let lastPattern: PathPattern | undefined;
  const compiled: CompiledRule = {
    rule,
    general: rule.path === undefined && rule.command === undefined && rule.host === undefined,
    matchesTool: toolMatcher(rule),
    matchesHost: hostMatcher(rule),
    matchesCommand: rule.command === undefined ? () => true : commandPattern(rule.command),
    matchesCommandInAnyCase: (text) => {
      inAnyCase ??= lowerCase(commandPattern((rule.command ?? "*").toLowerCase()));
      return inAnyCase(text);
    },
    pathPattern: (base) => {
      if (lastPattern === undefined || lastBase === undefined || !sameBase(lastBase, base)) {
        lastPattern = preparePathPattern(rule.path ?? "**", base);
        lastBase = base;
      }
      return lastPattern;
    },
  };
  compiledRules.set(rule, compiled);
  return compiled;
}

/**
 * Returns whether a deny or ask rule applies to a call: each of its conditions must match at least one path, host or
 * possible command.
 */
export function restricts(compiled: CompiledRule, facts: ReadFacts, base: PathBase): boolean {
  const { rule } = compiled;
  if (rule.path !== undefined) {
    const pattern = compiled.pathPattern(base);
    if (!facts.paths.some((path) => pattern.restricts(path))) return false;
  }
  if (rule.host !== undefined && !facts.hosts.some(compiled.matchesHost)) return false;
  if (rule.command === undefined) return true;
  const { matchesCommand, matchesCommandInAnyCase } = compiled;
  const matches = !isExamined(facts.language) ? matchesCommandInAnyCase : matchesCommand;
  return facts.reading?.possible.some(matches) ?? false;
}

/** Returns the folder that a call reads completely and below which a deny or ask rule about paths may match. */
export function mayRestrictBelow(
  compiled: CompiledRule,
  facts: ReadFacts,
  base: PathBase,
): JudgedPath | undefined {
  const { rule } = compiled;
  const walked = facts.paths.filter(({ walks }) => walks === true);
  if (rule.path === undefined || walked.length === 0) return undefined;
  if (rule.host !== undefined && !facts.hosts.some(compiled.matchesHost)) return undefined;
  if (rule.command !== undefined && facts.reading?.possible.some(compiled.matchesCommand) !== true)
    return undefined;
  const pattern = compiled.pathPattern(base);
  // The path as written is relative to where the command runs.
  const { commandCwd = base.cwd } = facts;
  const isWhole = (path: string) => /^(?:[\\/~]|[A-Za-z]:)/.test(path);
  return walked.find((path) =>
    pattern.mayRestrictBelow(
      isWhole(path.requested) ? path : { ...path, requested: `${commandCwd}/${path.requested}` },
    ),
  );
}

/**
 * Returns whether an allow rule applies to a call: each of its conditions must match every path, host and command, there
 * must be at least one, and the commands must be certain.
 */
export function allows(compiled: CompiledRule, facts: ReadFacts, base: PathBase): boolean {
  const { rule } = compiled;
  if (rule.path !== undefined) {
    const pattern = compiled.pathPattern(base);
    if (facts.paths.length === 0 || !facts.paths.every((path) => pattern.allows(path))) return false;
  }
  if (rule.host !== undefined && (facts.hosts.length === 0 || !facts.hosts.every(compiled.matchesHost)))
    return false;
  if (rule.command === undefined) return true;
  const { command } = rule;
  if (!isExamined(facts.language)) return namesExactly(rule, facts);
  const certain = facts.reading?.certain ?? [];
  return (
    certain.length > 0 &&
    certain.every(({ text, words }) => compiled.matchesCommand(text) && coversOptions(command, words))
  );
}

/** Returns whether a rule names a tool and exactly the command of a call, both without wildcards. */
function namesExactly({ tool, command }: PermissionRule, facts: ReadFacts): boolean {
  if (tool === undefined || /[*?{]/.test(tool) || command?.includes("*")) return false;
  return command === facts.command;
}

function toolMatcher(rule: PermissionRule): (tool: ToolIdentity) => boolean {
  const { tool: name, kind } = rule;
  if (name === undefined) return (tool) => kind === undefined || tool.kind === kind;
  const exact = wildcard(name);
  // Names are case-sensitive in allow rules, and case-insensitive in ask and deny rules.
  const loose = rule.verdict === "allow" ? exact : lowerCase(wildcard(name.toLowerCase()));
  return (tool) => (kind === undefined || tool.kind === kind) && tool.names.some(loose);
}

function hostMatcher(rule: PermissionRule): (host: string) => boolean {
  if (rule.host === undefined) return () => true;
  const matches = wildcard(hostName(rule.host));
  if (rule.verdict === "allow") return (host) => matches(hostName(host));
  return (host) => matches(hostName(host)) || matches(hostName(host.replace(/:\d+$/, "")));
}

function lowerCase(matches: TextMatcher): TextMatcher {
  return (text) => matches(text.toLowerCase());
}

/** Normalises a host name: lower case, without the final dot, which does not change its meaning. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

function sameBase(one: PathBase, other: PathBase): boolean {
  return (
    one === other ||
    (one.cwd === other.cwd &&
      one.homeDirectory === other.homeDirectory &&
      one.caseSensitive === other.caseSensitive &&
      one.separator === other.separator)
  );
}

/**
 * Creates a matcher for a command pattern. `*` matches any text, and a final ` *` also matches nothing, so that
 * `git log *` covers `git log` (but not `git logs`).
 */
function commandPattern(pattern: string): TextMatcher {
  const text = pattern
    .trim()
    .replace(/\s+/g, " ")
    .replace(/'([^'" ]* [^'"]*)'/g, '"$1"');
  if (!text.endsWith(" *")) return wildcard(text);
  const withArguments = wildcard(text);
  const bare = wildcard(text.slice(0, -2));
  return (command) => withArguments(command) || bare(command);
}
