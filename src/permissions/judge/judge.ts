import type { PermissionDecision, PermissionRule, Verdict } from "../../contract/index.js";
import { type CommandReader, isExamined, readCommand, readUnexaminedCommand } from "../commands/index.js";
import {
  type CompiledRule,
  compileRule,
  isFinalDeny,
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
import { refusedQuestion } from "./refused-question.js";
import { mayTouchOthers } from "./unknown-paths.js";

/** Options for judging calls, besides the rules. */
export interface JudgeOptions {
  /** Default: `readCommand`, which needs no parser. */
  readonly readCommand?: CommandReader;
}

/** The decision about one aspect of a call. */
export interface JudgedAspect {
  /** The kind of aspect. */
  readonly type: "call" | "command" | "path" | "host";
  /** The command, path or host; the name of the tool for a call without anything that rules could name. */
  readonly subject: string;
  readonly decision: PermissionDecision;
}

/** A decision and the aspects that it is based on. */
export interface Judgement {
  readonly decision: PermissionDecision;
  /** Every aspect that was judged separately; empty if a mode or a deny rule decided about the whole call. */
  readonly aspects: readonly JudgedAspect[];
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * Decides about a call.
 *
 * 1. A tool that the mode excludes is denied.
 * 2. A deny rule that matches anything in the call wins, whatever its position, unless it is overridable.
 * 3. Otherwise every path, every host and the command are judged separately, and the strictest verdict counts. The
 *    last matching rule decides (session grants count after the rules), else the default for the tool's kind. A rule with
 *    conditions applies only to what it names: a path rule does not apply to a host or a command; a command rule
 *    also covers the paths and hosts of its command.
 * 4. A path outside the roots asks unless an allow rule with a path condition matches it. A change of a protected path
 *    asks unless that rule names it knowingly: without wildcards, or with a literal hidden name before them. A secret
 *    file counts as protected, even for reading, except with tools that only read or search, because those tools refuse
 *    or omit secrets. Under `boundaries: "allow"` (the allow-all preset) none of this asks.
 * 5. A command of a tool that executes counts as reading if its reader is certain that it only reads; then the default for
 *    reading applies (not on Windows, where the shell may be a different one). A command that runs programs from the
 *    configuration of a git repository counts as reading only in a trusted folder. Paths that a command names need no
 *    permission besides the command's, but a path rule or a boundary may still ask or deny.
 * 6. A command that could not be examined completely (it is too long, or names too many paths) asks, except under
 *    `boundaries: "allow"`.
 * 7. A command that changes files whose names come only from an archive, a patch or a repository asks, unless a rule names
 *    its program, and except under `boundaries: "allow"`.
 * 8. A command that reads everything below a folder asks if a deny or ask rule may match something below it, even if a
 *    rule allows the command.
 * 9. A command of PowerShell or cmd is never read as one of a POSIX shell. Only a rule for every command of the tool allows it, or one
 *    that names the tool and exactly this command; it asks if any rule restricts commands or paths.
 * 10. A call of a tool without facts that may touch unknown paths asks if a rule restricts paths, or if no rule names the tool,
 *    except under `boundaries: "allow"`.
 * 11. If rules restrict commands or paths, and these are only known at run time, a wide allow becomes an ask.
 * 12. Under `questions: "deny"`, a call that would ask is denied.
 *
 * Allow rules match strictly: the exact tool name, the real path, a command the reader is certain of. Deny and ask rules
 * match loosely: any letter case of the tool name, the path as written too, everything that may be a command, a deleted
 * folder that contains what they name.
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

/** Decides like {@link judge}, and also returns the decision about each aspect. */
export function judgeInDetail(
  request: PermissionRequest,
  rules: SessionRules,
  options: JudgeOptions = {},
): Judgement {
  const judged = judgeWithQuestions(request, rules, options);
  if (rules.questions !== "deny" || judged.decision.verdict !== "ask") return judged;
  return {
    decision: refusedQuestion(judged.decision),
    aspects: judged.aspects.map((each) => ({ ...each, decision: refusedQuestion(each.decision) })),
  };
}

function judgeWithQuestions(
  request: PermissionRequest,
  rules: SessionRules,
  options: JudgeOptions,
): Judgement {
  if (!isToolAvailable(request, rules.mode)) {
    return whole({ verdict: "deny", source: "mode", reason: "The tool is not available in this mode." });
  }
  const candidates = candidatesFor(request, rules);
  const facts = readFacts(request, options.readCommand ?? readCommand);
  for (const { compiled, source } of candidates) {
    if (isFinalDeny(compiled.rule) && restricts(compiled, facts, rules))
      return whole(decision(compiled, source));
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
    if (aspect.type === "command" && !(namesCommand(judged) && isExamined(facts.language)))
      widelyAllowed = true;
  }
  const decided = confined(strictest, aspects) ?? { verdict: rules.defaults[request.kind], source: "kind" };
  if (decided.verdict !== "allow") return { decision: decided, aspects };
  const final =
    (widelyAllowed ? (doubt(candidates, facts) ?? changesUnknown(facts, rules)) : undefined) ??
    walked(candidates, facts, rules) ??
    notInspected(facts, rules) ??
    redirected(facts, rules) ??
    mayTouchOthers(facts, { candidates, decided, rules }) ??
    decided;
  // If every command is allowed, no command runs only because it reads.
  const isOpen = rules.defaults[request.kind] === "allow";
  const confinement =
    final.verdict === "allow" && !isOpen ? confinementOf(decidedCommands, facts.reading) : undefined;
  return { decision: confinement === undefined ? final : { ...final, confinement }, aspects };
}

/** Returns the decision to report: of several that allow a call, the one that depends on a sandbox. */
function confined(
  strictest: PermissionDecision | undefined,
  aspects: readonly JudgedAspect[],
): PermissionDecision | undefined {
  if (strictest?.verdict !== "allow") return strictest;
  return aspects.find(({ decision: each }) => each.source === "sandbox")?.decision ?? strictest;
}

/** Returns an ask for a command that reads everything below a folder if a rule restricts something that may be there. */
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
      reason: `The command reads everything below ${folder.path}, where this rule may apply to a file. Name other folders to read.`,
    };
  }
  return undefined;
}

/** Returns an ask for a command that changes files that it does not name, if protected paths ask. */
function changesUnknown(
  { reading }: ReadFacts,
  { boundaries }: SessionRules,
): PermissionDecision | undefined {
  if (reading?.unknownChanges === undefined || boundaries === "allow") return undefined;
  return {
    verdict: "ask",
    source: "protected",
    reason: `The command may change a protected path: ${reading.unknownChanges}.`,
  };
}

/** Returns an ask for a command that names more than the reader examines, if secrets and paths outside the roots ask. */
function notInspected({ reading }: ReadFacts, { boundaries }: SessionRules): PermissionDecision | undefined {
  if (reading?.uninspected === undefined || boundaries === "allow") return undefined;
  return {
    verdict: "ask",
    source: "boundary",
    reason: `Not all files that the command names could be checked: ${reading.uninspected}.`,
  };
}

/** Returns an ask for a command that may contain a redirection, if all redirections ask. A quoted `>` counts too. */
function redirected({ command }: ReadFacts, { redirections }: SessionRules): PermissionDecision | undefined {
  if (redirections !== "ask" || command === undefined || !/[<>]/.test(command)) return undefined;
  return { verdict: "ask", source: "kind", reason: "The command has a redirection." };
}

function whole(decided: PermissionDecision): Judgement {
  return { decision: decided, aspects: [] };
}

/** Returns the stricter of two decisions. On a tie the first wins, so the reported decision is stable. */
function stricter(one: PermissionDecision | undefined, other: PermissionDecision): PermissionDecision {
  return one === undefined || STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
}

// The rules of a runtime are the same for all its calls, and tools are called repeatedly.
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
  const { paths = [], hosts = [], command, commandCwd, unknownPaths, language } = facts;
  const others = unknownPaths === undefined ? {} : { unknownPaths };
  if (command === undefined) return { paths, hosts, ...others };
  const cwd = commandCwd === undefined ? {} : { commandCwd };
  if (!isExamined(language)) {
    const reading = readUnexaminedCommand(command, language);
    return { paths, hosts, ...others, command, language, ...cwd, reading };
  }
  const reading = read(command);
  const hasPatterns =
    facts.patternsExpanded !== true && reading.paths?.some(({ pattern }) => pattern === true);
  const unknown = hasPatterns === true ? { unknownPaths: reading.unknownPaths ?? UNKNOWN_FILES } : {};
  return { paths, hosts, ...others, command, ...cwd, reading: { ...reading, ...unknown } };
}

const UNKNOWN_FILES = "which files match its patterns is only known at run time";

/** Returns whether the deciding rule names the program. A rule for `*` names a command no more than one without a command. */
function namesCommand({ rule }: PermissionDecision): boolean {
  return rule?.command !== undefined && !/^\s*\*/.test(rule.command);
}

/** Returns an ask instead of an allow if a rule restricts commands or paths and the reading does not show whether it applies. */
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
        "The command does not show whether this rule applies: a program that is not known may run its arguments.",
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
    reason: `The command does not show whether this rule applies: ${unreadable}.`,
  };
}
