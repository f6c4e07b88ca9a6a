import type { ApprovalAnswer, PermissionRule } from "../../contract/index.js";
import {
  type CertainCommand,
  type CommandReader,
  commandPrefix,
  hasRememberedAction,
  isExamined,
  readCommand,
  unrememberedWords,
} from "../commands/index.js";
import { checkRules, exactPathPattern, type JudgedPath, type PermissionRequest } from "../rules/index.js";

/**
 * Programs that run other commands, or the code of a file or an argument: approval of one call does not cover another,
 * except for the actions of `hasRememberedAction`.
 */
const NEVER_REMEMBERED = new Set(
  (
    "bash sh zsh dash ksh ash fish mksh rbash pwsh powershell cmd python python2 python3 pypy node deno bun perl ruby php " +
    "lua tclsh awk gawk mawk osascript env sudo doas su timeout nohup xargs command exec nice time builtin eval source . " +
    "coproc setsid stdbuf ionice chrt taskset chroot unshare nsenter flock strace ltrace busybox toybox watch parallel ssh " +
    "script trap runuser firejail bwrap npx pnpx bunx uvx pipx tsx ts-node make find fd gdb docker podman kubectl"
  ).split(" "),
);

/** Options for reading commands for a grant. */
export interface GrantOptions {
  /** Default: `readCommand`, which needs no parser and is certain only of a single plain command. */
  readonly readCommand?: CommandReader;
  /** Real paths of folders that are never suggested as a whole: the roots and the working directory. Default: none. */
  readonly roots?: readonly string[];
}

/**
 * Returns the rules to remember after an approval: none for `"once"` and a rejection, the rules of the host unchanged
 * (after validation), and for `"session"` the narrowest rules that cover the same call again: its exact commands, paths
 * or hosts, bound to the tool.
 *
 * Returns an empty list if no narrow rule exists: for a command that the reader is not certain of or that runs an
 * interpreter or a wrapper (but not for actions such as `make build`, `docker ps`, `bun test`), for a list of commands with paths outside the roots, and for a tool that changes or runs
 * something without naming it.
 */
export function grantFor(
  request: PermissionRequest,
  answer: ApprovalAnswer = { approved: true, remember: "session" },
  options: GrantOptions = {},
): readonly PermissionRule[] {
  if (!answer.approved || answer.remember === undefined || answer.remember === "once") return [];
  if (answer.remember !== "session") return checkRules(answer.remember);
  const [tool] = request.names;
  if (tool === undefined) return [];
  const { paths = [], hosts = [], command, language } = request.facts;
  if (command !== undefined) {
    // No reader is certain of such a command.
    if (!isExamined(language)) return [];
    const certain = rememberedCommands(command, options);
    return certain === undefined ? [] : commandGrant(request, tool, certain);
  }
  const rules: PermissionRule[] = [];
  for (const path of exactPaths(request)) rules.push({ tool, path, verdict: "allow" });
  for (const host of new Set(hosts)) if (!host.includes("*")) rules.push({ tool, host, verdict: "allow" });
  if (paths.length > 0 || hosts.length > 0) return rules;
  return ["edit", "delete", "move", "execute"].includes(request.kind) ? [] : [{ tool, verdict: "allow" }];
}

/**
 * Suggests rules that a host may offer besides "this call" and "for the session": the words that name the action of each
 * command (`npm run test *`), each changed file and its folder, the hosts. The folder is omitted if it is one of the
 * roots or contains one. The rules for the files, or those for the folders, allow the call.
 *
 * Returns an empty list if such a rule would allow too much: for interpreters, wrappers and programs without subcommands,
 * for options that run a program or write a file (`git grep -O`, `--upload-pack`, `go test -exec`), and for protected paths,
 * secret files and paths outside the roots. The wildcard of a suggested rule does not cover such options either.
 */
export function suggestRules(
  request: PermissionRequest,
  options: GrantOptions = {},
): readonly PermissionRule[] {
  const [tool] = request.names;
  const { paths = [], hosts = [], command, language } = request.facts;
  if (tool === undefined || paths.some(isDelicate)) return [];
  if (command !== undefined) {
    // No reader is certain of such a command.
    if (!isExamined(language)) return [];
    const certain = rememberedCommands(command, options);
    const prefixes = (certain ?? [])
      .filter(needsRule)
      .map(({ words }) =>
        unrememberedWords(words).length > 0 || isRunner(words[0] ?? "") ? undefined : commandPrefix(words),
      );
    return prefixes.includes(undefined)
      ? []
      : unique(prefixes.map((prefix) => `${(prefix as readonly string[]).join(" ")} *`)).map((pattern) => ({
          tool,
          command: pattern,
          verdict: "allow",
        }));
  }
  const folders = paths.map(({ path }) => /^(.+)[\\/][^\\/]+$/.exec(path)?.[1]);
  const { roots = [] } = options;
  const isWide = (folder: string) => roots.some((root) => root === folder || isBelow(root, folder));
  const files: PermissionRule[] =
    request.kind === "delete" || folders.includes(undefined)
      ? []
      : [
          ...exactPaths(request),
          ...unique(folders as string[])
            .filter((folder) => !isWide(folder))
            .map((folder) => `${exactPathPattern(folder)}/**`),
        ].map((path) => ({ tool, path, verdict: "allow" }));
  const contacted = unique(hosts)
    .filter((host) => !host.includes("*"))
    .map((host): PermissionRule => ({ tool, host, verdict: "allow" }));
  return [...files, ...contacted];
}

/** Returns the commands of a text if all of them may be remembered, otherwise `undefined`. */
function rememberedCommands(
  text: string,
  { readCommand: read = readCommand }: GrantOptions,
): readonly CertainCommand[] | undefined {
  const { certain } = read(text);
  if (certain === undefined || certain.length === 0) return undefined;
  const narrow = certain.every(({ words, text: command }) => {
    const [program = ""] = words;
    // A `*` in the command would become a wildcard of the rule.
    return (!isRunner(program) || hasRememberedAction(program, words)) && !command.includes("*");
  });
  return narrow ? certain : undefined;
}

function isRunner(word: string): boolean {
  const program = word.split("/").at(-1) ?? "";
  return NEVER_REMEMBERED.has(program) || NEVER_REMEMBERED.has(program.replace(/(?<![\d.])[\d.]+$/, ""));
}

/** Returns whether a path lies below a folder. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
}

function commandGrant(
  request: PermissionRequest,
  tool: string,
  certain: readonly CertainCommand[],
): readonly PermissionRule[] {
  const [only] = certain;
  if (certain.length === 1 && only !== undefined) {
    const command = only.text;
    const rules: PermissionRule[] = [{ tool, command, verdict: "allow" }];
    for (const path of exactPaths(request)) rules.push({ tool, command, path, verdict: "allow" });
    return rules;
  }
  // A rule about a path would also apply to other commands.
  if ((request.facts.paths ?? []).some(isDelicate)) return [];
  return unique(certain.filter(needsRule).map(({ text }) => text)).map((command) => ({
    tool,
    command,
    verdict: "allow",
  }));
}

function needsRule({ effect }: CertainCommand): boolean {
  return effect !== "reads";
}

function isDelicate(path: JudgedPath): boolean {
  return !path.insideRoots || path.secret || (path.protected && path.access !== "read");
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function exactPaths({ facts: { paths = [] } }: PermissionRequest): ReadonlySet<string> {
  return new Set(paths.map(({ path }) => exactPathPattern(path)));
}
