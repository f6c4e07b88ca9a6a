import type { PermissionDecision, PermissionRule, Verdict } from "../contract/index.js";
import type { CommandReader } from "./command-reading.js";
import { allows, type CompiledRule, compileRule, type ReadFacts, restricts } from "./compiled-rule.js";
import { isToolAvailable } from "./is-tool-available.js";
import { readCommand } from "./read-command.js";
import type { JudgedPath, JudgedTool, PermissionPlace, PermissionRequest, SessionRules } from "./rule-set.js";

/** How calls are judged, beside the rules. */
export interface JudgeOptions {
  /** Default: `readCommand`, which needs no parser. */
  readonly readCommand?: CommandReader;
}

/** One thing about a call that needs permission by itself. */
type Aspect =
  | { readonly type: "call" | "command" | "host"; readonly facts: ReadFacts }
  | { readonly type: "path"; readonly facts: ReadFacts; readonly path: JudgedPath };

interface Candidate {
  readonly compiled: CompiledRule;
  readonly source: "rule" | "grant";
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * Decides about a call.
 *
 * 1. A tool that the mode leaves out is denied.
 * 2. A deny rule that matches anything of the call wins, wherever it stands.
 * 3. Otherwise every path, every host and the command are judged by themselves, and the strictest outcome counts: the
 *    last matching rule decides (session grants count after the rules), else the default of the tool's kind. A rule with
 *    conditions speaks only about what it names: a path rule says nothing about a host or a command; a command rule
 *    also covers the paths and hosts of its command.
 * 4. A path outside the roots is asked about unless an allow rule with a path condition matches it; a change of a
 *    protected place unless that rule names it knowingly: without wildcards, or with a literal hidden name in front of
 *    them. A secret file counts as protected, and for reading too, except with tools that only read or search: those
 *    refuse or leave out secrets by themselves. Under `boundaries: "allow"` (the allow-all preset) none of it asks.
 * 5. Where rules restrict commands, and the command is only known at run time, a wide allow becomes an ask.
 *
 * Rules that allow match strictly: the exact tool name, the real path, a command the reader is certain of. Rules that
 * deny or ask match loosely: any letter case of the tool name, the path as it was written too, everything that may be a
 * command, a folder that is deleted with what they name in it.
 *
 * @example
 * const rules = normalizePermissions([{ command: "git log *", verdict: "allow" }]);
 * judge({ names: ["Bash"], kind: "execute", source: "builtin", facts: { command: "git log -3" } }, { ...rules, cwd });
 */
export function judge(
  request: PermissionRequest,
  rules: SessionRules,
  options: JudgeOptions = {},
): PermissionDecision {
  if (!isToolAvailable(request, rules.mode)) {
    return { verdict: "deny", source: "mode", reason: "The tool is not available in this mode." };
  }
  const candidates = candidatesFor(request, rules);
  const facts = readFacts(request, options.readCommand ?? readCommand);
  for (const { compiled, source } of candidates) {
    if (compiled.rule.verdict === "deny" && restricts(compiled, facts, rules)) {
      return decision(compiled, source);
    }
  }
  let strictest: PermissionDecision | undefined;
  let widelyAllowed = false;
  for (const aspect of aspectsOf(facts)) {
    const judged = judgeAspect(aspect, candidates, request, rules);
    strictest = stricter(strictest, judged);
    if (aspect.type === "command" && judged.rule?.command === undefined) widelyAllowed = true;
  }
  const decided = strictest ?? { verdict: rules.defaults[request.kind], source: "kind" };
  return (decided.verdict === "allow" && widelyAllowed ? doubt(candidates, facts) : undefined) ?? decided;
}

/** The stricter of two decisions; the first of equals, so that the reported one does not jump about. */
function stricter(one: PermissionDecision | undefined, other: PermissionDecision): PermissionDecision {
  return one === undefined || STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
}

// The rules of a runtime stay the same for all its calls, and a tool is called again and again.
const compiledByTool = new WeakMap<readonly PermissionRule[], Map<string, readonly CompiledRule[]>>();

function rulesForTool(rules: readonly PermissionRule[], tool: JudgedTool): readonly CompiledRule[] {
  let byTool = compiledByTool.get(rules);
  if (byTool === undefined) {
    byTool = new Map();
    compiledByTool.set(rules, byTool);
  }
  const key = `${tool.kind} ${tool.names.join(" ")}`;
  let matching = byTool.get(key);
  if (matching === undefined) {
    matching = rules.map(compileRule).filter((compiled) => compiled.matchesTool(tool));
    byTool.set(key, matching);
  }
  return matching;
}

function candidatesFor(
  request: PermissionRequest,
  { rules, grants = [] }: SessionRules,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const compiled of rulesForTool(rules, request)) candidates.push({ compiled, source: "rule" });
  for (const rule of grants) {
    const compiled = compileRule(rule);
    if (compiled.matchesTool(request)) candidates.push({ compiled, source: "grant" });
  }
  return candidates;
}

function readFacts({ facts }: PermissionRequest, read: CommandReader): ReadFacts {
  const { paths = [], hosts = [], command } = facts;
  return command === undefined ? { paths, hosts } : { paths, hosts, command, reading: read(command) };
}

function aspectsOf(facts: ReadFacts): readonly Aspect[] {
  const aspects: Aspect[] = facts.paths.map((path) => ({
    type: "path",
    path,
    facts: { ...facts, paths: [path] },
  }));
  for (const host of facts.hosts) aspects.push({ type: "host", facts: { ...facts, hosts: [host] } });
  const { reading } = facts;
  if (reading !== undefined) {
    for (const command of reading.certain ?? []) {
      aspects.push({ type: "command", facts: { ...facts, reading: { ...reading, certain: [command] } } });
    }
    if ((reading.certain ?? []).length === 0) aspects.push({ type: "command", facts });
  }
  return aspects.length === 0 ? [{ type: "call", facts }] : aspects;
}

function judgeAspect(
  aspect: Aspect,
  candidates: readonly Candidate[],
  request: PermissionRequest,
  rules: SessionRules,
): PermissionDecision {
  const matching = candidates.filter(
    ({ compiled }) => speaksAbout(compiled, aspect) && holds(compiled, aspect.facts, rules),
  );
  const last = matching.at(-1);
  if (last?.compiled.rule.verdict === "ask") return decision(last.compiled, last.source);
  const byDefault: PermissionDecision = { verdict: rules.defaults[request.kind], source: "kind" };
  const base = last === undefined ? byDefault : decision(last.compiled, last.source);
  if (aspect.type !== "path" || base.verdict === "deny" || rules.boundaries === "allow") return base;

  // Among the rules that allow, down to the last one that asks, the latest that names the path may open a boundary.
  const asking = matching.findLastIndex(({ compiled }) => compiled.rule.verdict === "ask");
  const opening = matching.slice(asking + 1).filter(({ compiled }) => compiled.rule.path !== undefined);
  const { path } = aspect;
  if (isSensitive(path, request)) {
    const named = opening.findLast(({ compiled }) => compiled.pathPattern(rules).namesKnowingly(path));
    return named === undefined ? boundary("protected", path) : decision(named.compiled, named.source);
  }
  if (!path.insideRoots) {
    const named = opening.at(-1);
    return named === undefined ? boundary("boundary", path) : decision(named.compiled, named.source);
  }
  return base;
}

function speaksAbout({ general, rule }: CompiledRule, { type, facts }: Aspect): boolean {
  if (general) return true;
  if (facts.reading !== undefined && type !== "call" && rule.command !== undefined) return true;
  if (type === "path") return rule.path !== undefined;
  return type === "host" && rule.host !== undefined;
}

function holds(compiled: CompiledRule, facts: ReadFacts, place: PermissionPlace): boolean {
  if (compiled.rule.verdict === "deny") return false;
  return compiled.rule.verdict === "allow"
    ? allows(compiled, facts, place)
    : restricts(compiled, facts, place);
}

function isSensitive(path: JudgedPath, { kind }: PermissionRequest): boolean {
  if (path.access !== "read") return path.protected || path.secret;
  return path.secret && kind !== "read" && kind !== "search";
}

/** An ask in place of an allow, where a rule restricts commands and nobody can tell whether this is one of them. */
function doubt(candidates: readonly Candidate[], facts: ReadFacts): PermissionDecision | undefined {
  const unreadable = facts.reading?.unreadable;
  const restricting = candidates.find(
    ({ compiled: { rule } }) => rule.verdict !== "allow" && rule.command !== undefined,
  );
  if (unreadable === undefined || restricting === undefined) return undefined;
  return {
    verdict: "ask",
    source: restricting.source,
    rule: restricting.compiled.rule,
    reason: `Whether this rule applies cannot be told from the command: ${unreadable}.`,
  };
}

function decision({ rule }: CompiledRule, source: "rule" | "grant"): PermissionDecision {
  return {
    verdict: rule.verdict,
    source,
    rule,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
  };
}

function boundary(source: "boundary" | "protected", path: JudgedPath): PermissionDecision {
  const shown = path.requested === path.path ? path.path : `${path.requested} (${path.path})`;
  const place =
    source === "boundary" ? "outside the working folders" : path.protected ? "protected" : "a secret file";
  return { verdict: "ask", source, reason: `${shown} is ${place}.` };
}
