import type { PermissionDecision, PermissionRule, Verdict } from "../../contract/index.js";
import { type CommandReader, readCommand } from "../commands/index.js";
import {
  type CompiledRule,
  compileRule,
  isToolAvailable,
  mayRestrictBelow,
  type PermissionRequest,
  type ReadFacts,
  restricts,
  type SessionRules,
  type ToolIdentity,
} from "../rules/index.js";
import { confinementOf, type DecidedCommand } from "./confinement.js";
import { aspectsOf, type Candidate, decision, judgeAspect, subjectOf } from "./judge-aspect.js";

/** How calls are judged, beside the rules. */
export interface JudgeOptions {
  /** Default: `readCommand`, which needs no parser. */
  readonly readCommand?: CommandReader;
}

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
 *    that kind holds for it (not on Windows, where the shell may be another). For one that runs what a git repository says,
 *    only in a trusted folder. Paths that a command
 *    names need no permission beside the command's, but a path rule or a boundary may still ask or deny.
 * 6. A command of which not everything could be looked at (it is too long, or names too many paths) asks, except under
 *    `boundaries: "allow"`.
 * 7. A command that changes files whose names only an archive, a patch or a repository tells asks, except where a rule names its
 *    program and under `boundaries: "allow"`.
 * 8. A command that reads all that is below a folder asks where a rule that denies or asks may match something below it, whatever allows
 *    the command.
 * 9. Where rules restrict commands or paths, and these are only known at run time, a wide allow becomes an ask.
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
  const decidedCommands: DecidedCommand[] = [];
  let strictest: PermissionDecision | undefined;
  let widelyAllowed = false;
  for (const aspect of aspectsOf(facts)) {
    const judged = judgeAspect(aspect, candidates, request, rules);
    if (judged === undefined) continue;
    aspects.push({ type: aspect.type, subject: subjectOf(aspect, request), decision: judged });
    strictest = stricter(strictest, judged);
    if (aspect.type === "command") decidedCommands.push({ aspect, decision: judged });
    if (aspect.type === "command" && !namesCommand(judged)) widelyAllowed = true;
  }
  const decided = strictest ?? { verdict: rules.defaults[request.kind], source: "kind" };
  if (decided.verdict !== "allow") return { decision: decided, aspects };
  const final =
    (widelyAllowed ? (doubt(candidates, facts) ?? changesUnknown(facts, rules)) : undefined) ??
    walked(candidates, facts, rules) ??
    notInspected(facts, rules) ??
    decided;
  // Where everything runs, nothing runs because it only reads.
  const isOpen = rules.defaults[request.kind] === "allow";
  const confinement =
    final.verdict === "allow" && !isOpen ? confinementOf(decidedCommands, facts.reading) : undefined;
  return { decision: confinement === undefined ? final : { ...final, confinement }, aspects };
}

/** An ask for a command that reads all that is below a folder, where a rule restricts something that may be there. */
function walked(
  candidates: readonly Candidate[],
  facts: ReadFacts,
  rules: SessionRules,
): PermissionDecision | undefined {
  if (!facts.paths.some(({ walks }) => walks === true)) return undefined;
  for (const { compiled, source } of candidates) {
    if (compiled.rule.verdict === "allow") continue;
    const folder = mayRestrictBelow(compiled, facts, rules);
    if (folder === undefined) continue;
    return {
      verdict: "ask",
      source,
      rule: compiled.rule,
      reason: `The command reads what is below ${folder.path}, where this rule may hold for a file. Name other folders to read.`,
    };
  }
  return undefined;
}

/** An ask for a command that changes files whose names it does not tell, where protected places would ask. */
function changesUnknown(
  { reading }: ReadFacts,
  { boundaries }: SessionRules,
): PermissionDecision | undefined {
  if (reading?.unknownChanges === undefined || boundaries === "allow") return undefined;
  return {
    verdict: "ask",
    source: "protected",
    reason: `Whether the command changes a protected place cannot be told: ${reading.unknownChanges}.`,
  };
}

/** An ask for a command that names more than is looked at, where places outside the roots and secrets would ask. */
function notInspected({ reading }: ReadFacts, { boundaries }: SessionRules): PermissionDecision | undefined {
  if (reading?.uninspected === undefined || boundaries === "allow") return undefined;
  return {
    verdict: "ask",
    source: "boundary",
    reason: `Not all files that the command names could be judged: ${reading.uninspected}.`,
  };
}

function whole(decided: PermissionDecision): Judgement {
  return { decision: decided, aspects: [] };
}

/** The stricter of two decisions; the first of equals, so that the reported one does not jump about. */
function stricter(one: PermissionDecision | undefined, other: PermissionDecision): PermissionDecision {
  return one === undefined || STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
}

// The rules of a runtime stay the same for all its calls, and a tool is called again and again.
const compiledByTool = new WeakMap<readonly PermissionRule[], Map<string, readonly CompiledRule[]>>();

function rulesForTool(rules: readonly PermissionRule[], tool: ToolIdentity): readonly CompiledRule[] {
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
  const { paths = [], hosts = [], command, commandCwd } = facts;
  if (command === undefined) return { paths, hosts };
  const place = commandCwd === undefined ? {} : { commandCwd };
  return { paths, hosts, command, ...place, reading: read(command) };
}

/** Whether the rule that decided names the program: one for `*` speaks of a command no more than one without a command. */
function namesCommand({ rule }: PermissionDecision): boolean {
  return rule?.command !== undefined && !/^\s*\*/.test(rule.command);
}

/** An ask in place of an allow, where a rule restricts commands or paths and nobody can tell whether it is about this call. */
function doubt(candidates: readonly Candidate[], facts: ReadFacts): PermissionDecision | undefined {
  const { unreadable: unknownCommand, unknownPaths, doubtful = [] } = facts.reading ?? {};
  const hidden = candidates.find(
    ({ compiled: { rule, matchesCommand } }) =>
      rule.verdict !== "allow" && rule.command !== undefined && doubtful.some(matchesCommand),
  );
  if (hidden !== undefined) {
    return {
      verdict: "ask",
      source: hidden.source,
      rule: hidden.compiled.rule,
      reason:
        "Whether this rule applies cannot be told from the command: a program that is not known may run its arguments.",
    };
  }
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
