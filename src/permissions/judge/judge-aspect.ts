import type { PermissionDecision } from "../../contract/index.js";
import { type CertainCommand, isExamined } from "../commands/index.js";
import {
  allows,
  type CompiledRule,
  isFinalDeny,
  isTrustedFolder,
  isTrustedRepository,
  type JudgedPath,
  type PathBase,
  type PermissionRequest,
  type ReadFacts,
  type RepositoryPlace,
  restricts,
  type SessionRules,
} from "../rules/index.js";

/** A part of a call that needs permission separately. */
export type Aspect =
  | { readonly type: "call" | "host"; readonly facts: ReadFacts }
  | { readonly type: "command"; readonly facts: ReadFacts; readonly command?: CertainCommand }
  | { readonly type: "path"; readonly facts: ReadFacts; readonly path: JudgedPath };

/** A rule that applies to the tool of a call, and its source. */
export interface Candidate {
  readonly compiled: CompiledRule;
  readonly source: "rule" | "grant";
}

/** Returns the command, path or host of an aspect as text. */
export function subjectOf(aspect: Aspect, { names }: PermissionRequest): string {
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

/** Splits a call into the parts that need permission separately. */
export function aspectsOf(facts: ReadFacts): readonly Aspect[] {
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

/** Decides about one aspect; returns `undefined` if another aspect of the call decides about it. */
export function judgeAspect(
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

  // A boundary is opened by the latest allow rule with a path condition after the last rule that asks or denies.
  const asking = matching.findLastIndex(({ compiled }) => compiled.rule.verdict !== "allow");
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

function holds(compiled: CompiledRule, facts: ReadFacts, base: PathBase): boolean {
  if (isFinalDeny(compiled.rule)) return false;
  return compiled.rule.verdict === "allow" ? allows(compiled, facts, base) : restricts(compiled, facts, base);
}

/** Returns the default if no rule matches, and `undefined` for a path of a command, because the command decides about it. */
function byDefault(
  aspect: Aspect,
  { kind, source, facts }: PermissionRequest,
  rules: SessionRules,
): PermissionDecision | undefined {
  const byKind = decisionByKind(aspect, { kind, source }, rules);
  if (aspect.type === "path") {
    const { fromCommand, access } = aspect.path;
    const decidedByCommand = facts.command !== undefined && (fromCommand === true || access === "read");
    return decidedByCommand ? undefined : byKind;
  }
  if (aspect.type !== "command" || aspect.command === undefined || kind !== "execute") return byKind;
  const { effect, text } = aspect.command;
  // With backslashes in paths, the paths of a command may be in the notation of another system.
  const otherShell = rules.separator === "\\";
  // A program that only reads must not read a file that was not judged.
  const isJudged = aspect.facts.reading?.unknownPaths === undefined;
  if (!otherShell && isTrustedProject(aspect.command, facts, rules)) {
    const reason = `"${text}" is a command of a project in a trusted folder.`;
    return { verdict: "allow", source: "kind", reason };
  }
  if (effect === "anything" || otherShell || !isJudged || rules.defaults.read !== "allow") return byKind;
  if (effect === "reads-repository" && !usesHarmlessRepositories(aspect.command, facts, rules)) {
    if (byKind.source === "sandbox") return byKind;
    return {
      ...byKind,
      reason: `"${text}" may run programs from the repository's configuration, and its folder is not a trusted folder.`,
    };
  }
  if (effect === "reads-account" && !isInTrustedFolders(aspect.command, facts, rules)) {
    if (byKind.source === "sandbox") return byKind;
    return {
      ...byKind,
      reason: `"${text}" reads from a service with the login of the user, and its folder is not a trusted folder.`,
    };
  }
  return { verdict: "allow", source: "kind", reason: `"${text}" only reads.` };
}

/** Returns whether a command only uses projects in trusted folders, and the preset of the host allows that. */
function isTrustedProject(
  { project }: CertainCommand,
  { commandProjects = [] }: PermissionRequest["facts"],
  rules: SessionRules,
): boolean {
  if (project === undefined || rules.allowsProjects !== true) return false;
  const isTrusted = (path: string) =>
    isTrustedFolder(path, rules.trustedFolders, rules) && !INSTALLED_PACKAGES.test(path);
  const trustedPlace = (folder: string) => {
    const place = commandProjects.find((each) => each.folder === folder);
    const isTrustedPlace =
      place !== undefined &&
      isTrusted(place.path) &&
      isTrustedRepository(place.repository, rules.trustedFolders, rules);
    return isTrustedPlace ? place : undefined;
  };
  if (!project.paths.every(({ path }) => trustedPlace(path) !== undefined)) return false;
  return project.folders.every((folder) => {
    const place = trustedPlace(folder);
    return (
      place !== undefined &&
      project.needs.every(({ file, task }) => {
        const found = place.found.find((each) => each.file === file && each.task === task);
        // A file that only shows the root of the project may be missing.
        return found === undefined ? task === undefined : isTrusted(found.path);
      })
    );
  });
}

/** A folder of code from elsewhere. Trust in a project does not extend to its packages. */
const INSTALLED_PACKAGES = /[\\/](?:node_modules|site-packages)(?:[\\/]|$)/;

/** Returns the default of a tool's kind, or an allow for a command of a built-in tool that a sandbox confines. */
function decisionByKind(
  { type, facts }: Aspect,
  { kind, source }: Pick<PermissionRequest, "kind" | "source">,
  { defaults, autoAllow }: SessionRules,
): PermissionDecision {
  const isConfined =
    type === "command" &&
    isExamined(facts.language) &&
    kind === "execute" &&
    source === "builtin" &&
    autoAllow === "sandboxed";
  if (isConfined && defaults[kind] === "ask")
    return { verdict: "allow", source: "sandbox", reason: CONFINED };
  return { verdict: defaults[kind], source: "kind" };
}

const CONFINED =
  "It runs in the sandbox of the shell: it can change only the working folders, and has neither network nor secret files.";

/** Returns whether git may read the repositories in all folders that a command may run in: they are plain or trusted. */
function usesHarmlessRepositories(
  command: CertainCommand,
  facts: PermissionRequest["facts"],
  rules: SessionRules,
): boolean {
  return usedPlaces(command, facts, rules).every(
    (place) =>
      (place.repository?.plain === true && !place.repository.embedded) || isTrustedPlace(place, rules),
  );
}

/** Returns whether all folders that a command may run in are trusted folders. */
function isInTrustedFolders(
  command: CertainCommand,
  facts: PermissionRequest["facts"],
  rules: SessionRules,
): boolean {
  return usedPlaces(command, facts, rules).every((place) => isTrustedPlace(place, rules));
}

/** A folder that a command may run in. The path is absent if it is only known at run time. */
interface UsedPlace extends Pick<RepositoryPlace, "repository"> {
  readonly path: string | undefined;
}

function usedPlaces(
  { folders = [""] }: CertainCommand,
  { commandCwd, commandRepositories = [] }: PermissionRequest["facts"],
  { cwd }: SessionRules,
): readonly UsedPlace[] {
  return folders.map((folder) => {
    const located = commandRepositories.find((each) => each.folder === folder);
    return located ?? { path: folder === "" ? (commandCwd ?? cwd) : undefined };
  });
}

function isTrustedPlace({ path, repository }: UsedPlace, rules: SessionRules): boolean {
  return (
    path !== undefined &&
    isTrustedFolder(path, rules.trustedFolders, rules) &&
    isTrustedRepository(repository, rules.trustedFolders, rules)
  );
}

function isSensitive(path: JudgedPath, { kind }: PermissionRequest, { cwd }: PathBase): boolean {
  if (path.fromCommand && path.access === "delete" && isSameOrAbove(path.path, cwd)) return true;
  if (path.access !== "read") return path.protected || path.secret;
  return path.secret && kind !== "read" && kind !== "search";
}

function isSameOrAbove(path: string, cwd: string): boolean {
  return path === cwd || path === "/" || cwd.startsWith(`${path}/`) || cwd.startsWith(`${path}\\`);
}

/** Returns the decision of a rule. */
export function decision({ rule }: CompiledRule, source: "rule" | "grant"): PermissionDecision {
  return {
    verdict: rule.verdict,
    source,
    rule,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
  };
}

function boundary(source: "boundary" | "protected", path: JudgedPath, { cwd }: PathBase): PermissionDecision {
  const shown = path.requested === path.path ? path.path : `${path.requested} (${path.path})`;
  return { verdict: "ask", source, reason: `${shown} is ${describeLocation(source, path, cwd)}.` };
}

function describeLocation(source: "boundary" | "protected", path: JudgedPath, cwd: string): string {
  if (source === "boundary") return "outside the working folders";
  if (path.protected) return "protected";
  if (path.holdsSecrets) return "a folder that may contain secret files, all of which the command reads";
  if (path.secret) return "a secret file";
  return isSameOrAbove(path.path, cwd) ? "the working folder or a folder above it" : "protected";
}
