import type { PermissionDecision, PermissionRule, Verdict } from "../contract/index.js";
import type { CertainCommand, CommandReader } from "./command-reading.js";
import { allows, type CompiledRule, compileRule, type ReadFacts, restricts } from "./compiled-rule.js";
import { isToolAvailable } from "./is-tool-available.js";
import { readCommand } from "./read-command.js";
import type { JudgedPath, JudgedTool, PermissionPlace, PermissionRequest, SessionRules } from "./rule-set.js";
import { isTrustedFolder } from "./trusted-folder.js";

/** How calls are judged, beside the rules. */
export interface JudgeOptions {
  /** Default: `readCommand`, which needs no parser. */
  readonly readCommand?: CommandReader;
}

/** One thing about a call that needs permission by itself. */
type Aspect =
  | { readonly type: "call" | "host"; readonly facts: ReadFacts }
  | { readonly type: "command"; readonly facts: ReadFacts; readonly command?: CertainCommand }
  | { readonly type: "path"; readonly facts: ReadFacts; readonly path: JudgedPath };

/** What was decided about one thing that a call touches. */
export interface JudgedAspect {
  /** What it is about. */
  readonly type: "call" | "command" | "path" | "host";
  /** The command, path or host; the name of the tool for a call that touches nothing that rules could name. */
  readonly subject: string;
  readonly decision: PermissionDecision;
}

/** A decision with what it was made of. */
export interface Judgement {
  readonly decision: PermissionDecision;
  /** Everything that was judged by itself; empty where a mode or a deny rule decided about the whole call. */
  readonly aspects: readonly JudgedAspect[];
}

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
 * 5. A command of a tool that executes counts as reading when its reader is certain that it only reads: then the default of
 *    that kind holds for it. For one that runs what a git repository says, only in a trusted folder. Paths that a command
 *    names need no permission beside the command's, but a path rule or a boundary may still ask or deny.
 * 6. Where rules restrict commands or paths, and these are only known at run time, a wide allow becomes an ask.
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
  return judgeInDetail(request, rules, options).decision;
}

/** Decides like {@link judge}, and tells what was decided about each thing that the call touches. */
export function judgeInDetail(
  request: PermissionRequest,
  rules: SessionRules,
  options: JudgeOptions = {},
): Judgement {
  if (!isToolAvailable(request, rules.mode)) {
    return whole({ verdict: "deny", source: "mode", reason: "The tool is not available in this mode." });
  }
  const candidates = candidatesFor(request, rules);
  const facts = readFacts(request, options.readCommand ?? readCommand);
  for (const { compiled, source } of candidates) {
    if (compiled.rule.verdict === "deny" && restricts(compiled, facts, rules)) {
      return whole(decision(compiled, source));
    }
  }
  const aspects: JudgedAspect[] = [];
  let strictest: PermissionDecision | undefined;
  let widelyAllowed = false;
  for (const aspect of aspectsOf(facts)) {
    const judged = judgeAspect(aspect, candidates, request, rules);
    if (judged === undefined) continue;
    aspects.push({ type: aspect.type, subject: subjectOf(aspect, request), decision: judged });
    strictest = stricter(strictest, judged);
    if (aspect.type === "command" && judged.rule?.command === undefined) widelyAllowed = true;
  }
  const decided = strictest ?? { verdict: rules.defaults[request.kind], source: "kind" };
  const doubted = decided.verdict === "allow" && widelyAllowed ? doubt(candidates, facts) : undefined;
  return { decision: doubted ?? decided, aspects };
}

function whole(decided: PermissionDecision): Judgement {
  return { decision: decided, aspects: [] };
}

function subjectOf(aspect: Aspect, { names }: PermissionRequest): string {
  switch (aspect.type) {
    case "path":
      return aspect.path.path;
    case "host":
      return aspect.facts.hosts[0] ?? "";
    case "command":
      return aspect.command?.text ?? aspect.facts.command ?? "";
    default:
      return names[0] ?? "";
  }
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
      const only = { ...facts, reading: { ...reading, certain: [command] } };
      aspects.push({ type: "command", command, facts: only });
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
): PermissionDecision | undefined {
  const matching = candidates.filter(
    ({ compiled }) => speaksAbout(compiled, aspect) && holds(compiled, aspect.facts, rules),
  );
  const last = matching.at(-1);
  if (last?.compiled.rule.verdict === "ask") return decision(last.compiled, last.source);
  const base = last === undefined ? byDefault(aspect, request, rules) : decision(last.compiled, last.source);
  if (aspect.type !== "path" || base?.verdict === "deny" || rules.boundaries === "allow") return base;

  // Among the rules that allow, down to the last one that asks, the latest that names the path may open a boundary.
  const asking = matching.findLastIndex(({ compiled }) => compiled.rule.verdict === "ask");
  const opening = matching.slice(asking + 1).filter(({ compiled }) => compiled.rule.path !== undefined);
  const { path } = aspect;
  if (isSensitive(path, request, rules)) {
    const named = opening.findLast(({ compiled }) => compiled.pathPattern(rules).namesKnowingly(path));
    return named === undefined ? boundary("protected", path, rules) : decision(named.compiled, named.source);
  }
  if (!path.insideRoots) {
    const named = opening.at(-1);
    return named === undefined ? boundary("boundary", path, rules) : decision(named.compiled, named.source);
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

/** What holds where no rule matches; nothing for a path of a command, which the command itself decides about. */
function byDefault(
  aspect: Aspect,
  { kind, facts }: PermissionRequest,
  rules: SessionRules,
): PermissionDecision | undefined {
  const byKind: PermissionDecision = { verdict: rules.defaults[kind], source: "kind" };
  if (aspect.type === "path") {
    const { fromCommand, access } = aspect.path;
    const decidedByCommand = facts.command !== undefined && (fromCommand === true || access === "read");
    return decidedByCommand ? undefined : byKind;
  }
  if (aspect.type !== "command" || aspect.command === undefined || kind !== "execute") return byKind;
  const { effect, text } = aspect.command;
  if (effect === "anything" || rules.defaults.read !== "allow") return byKind;
  if (
    effect === "reads-repository" &&
    !isTrustedFolder(facts.commandCwd ?? rules.cwd, rules.trustedFolders, rules)
  ) {
    return {
      ...byKind,
      reason: `"${text}" runs what the repository's configuration says, and its folder is not a trusted one.`,
    };
  }
  return { verdict: "allow", source: "kind", reason: `"${text}" only reads.` };
}

function isSensitive(path: JudgedPath, { kind }: PermissionRequest, { cwd }: PermissionPlace): boolean {
  if (path.fromCommand && path.access === "delete" && isSameOrAbove(path.path, cwd)) return true;
  if (path.access !== "read") return path.protected || path.secret;
  return path.secret && kind !== "read" && kind !== "search";
}

function isSameOrAbove(path: string, cwd: string): boolean {
  return path === cwd || path === "/" || cwd.startsWith(`${path}/`) || cwd.startsWith(`${path}\\`);
}

/** An ask in place of an allow, where a rule restricts commands or paths and nobody can tell whether it is about this call. */
function doubt(candidates: readonly Candidate[], facts: ReadFacts): PermissionDecision | undefined {
  const { unreadable: unknownCommand, unknownPaths } = facts.reading ?? {};
  const restricting = candidates.find(
    ({ compiled: { rule } }) =>
      rule.verdict !== "allow" &&
      ((rule.command !== undefined && unknownCommand !== undefined) ||
        (rule.path !== undefined && unknownPaths !== undefined)),
  );
  const unreadable =
    restricting?.compiled.rule.command !== undefined ? (unknownCommand ?? unknownPaths) : unknownPaths;
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

function boundary(
  source: "boundary" | "protected",
  path: JudgedPath,
  { cwd }: PermissionPlace,
): PermissionDecision {
  const shown = path.requested === path.path ? path.path : `${path.requested} (${path.path})`;
  return { verdict: "ask", source, reason: `${shown} is ${placeOf(source, path, cwd)}.` };
}

function placeOf(source: "boundary" | "protected", path: JudgedPath, cwd: string): string {
  if (source === "boundary") return "outside the working folders";
  if (path.protected) return "protected";
  if (path.secret) return "a secret file";
  return isSameOrAbove(path.path, cwd) ? "the working folder or above it" : "protected";
}
