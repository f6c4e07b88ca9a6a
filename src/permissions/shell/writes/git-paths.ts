import type { CommandPath } from "../../commands/index.js";
import { GIT_CHANGES, type GitChange } from "../../programs/index.js";
import type { ShellWord } from "../shell-word.js";

/** Options of git before its subcommand that take the next word (git(1)). */
const GLOBAL_VALUED: ReadonlySet<string> = new Set(
  "-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env".split(" "),
);

/** Options of subcommands that take the next word, which is not an operand then. */
const VALUED =
  /^(?:-[bBmsuoc]|--(?:branch|source|origin|depth|reference|template|message|reason|name|pathspec-from-file|config|upload-pack))$/;

/** Revisions, which name no file in the working tree. */
const REVISION = /^(?:HEAD|@)(?:$|[~^@{:])/;

/** Maximum number of operands that are examined. */
const MAX_OPERANDS = 64;

/** The subcommand of a git command, the words after it, and the folder that `-C` names. */
export interface GitWords {
  readonly subcommand?: string | undefined;
  readonly rest: readonly string[];
  readonly folder: string;
}

/** Splits the words after `git`. */
export function gitWords(words: readonly string[]): GitWords {
  let folder = "";
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] as string;
    if (!word.startsWith("-")) break;
    if (!GLOBAL_VALUED.has(word)) continue;
    index += 1;
    const value = words[index] ?? "";
    if (word === "-C" || word === "--work-tree")
      folder = value.startsWith("/") ? value : below(folder, value);
  }
  const subcommand = words[index];
  return { subcommand, rest: words.slice(index + 1), folder };
}

/** Finds the paths that a git command changes, by the table of its subcommands. */
export function gitPaths(words: readonly ShellWord[]): readonly CommandPath[] {
  const { subcommand, rest, folder } = gitWords(words.slice(1).map(({ value }) => value));
  if (subcommand === undefined) return [];
  const found: CommandPath[] = [];
  const add = (path: string, access: CommandPath["access"], more: Partial<CommandPath> = {}) =>
    found.push({ path: below(folder, path), access, role: "mention", ...more });
  for (const row of GIT_CHANGES) {
    if (!row.subcommands.split(" ").includes(subcommand)) continue;
    const nextWords = row.nextWord?.split(" ");
    if (nextWords?.includes(rest[0] ?? "") === false) continue;
    const { unless, only } = row;
    if (unless !== undefined && rest.some((word) => unless.test(word))) continue;
    if (only !== undefined && !rest.some((word) => only.test(word))) continue;
    const operands = operandsOf(nextWords === undefined ? rest : rest.slice(1));
    if (operands.length < (row.least ?? 0)) continue;
    for (const path of row.writes ?? []) add(path, "write");
    if (row.makes !== undefined) addMade(row.makes, { operands, isBare: rest.includes("--bare"), add });
    for (const [index, operand] of (row.operands === undefined ? [] : operands).entries()) {
      const isLast = row.operands === "move" && index === operands.length - 1;
      if (row.operands === "output") {
        if (index === 0) add(operand, "write");
      } else if (row.operands === "remove") add(operand, "delete");
      else if (row.operands === "restore") add(operand, "write", { copied: true });
      else add(operand, isLast ? "write" : "delete");
      if (row.operands === "move" && !isLast) add(`${operands.at(-1)}/${operand.split("/").at(-1)}`, "write");
    }
  }
  return found;
}

type Add = (path: string, access: CommandPath["access"]) => void;

function addMade(
  { operand, paths }: NonNullable<GitChange["makes"]>,
  {
    operands,
    isBare,
    add,
  }: { readonly operands: readonly string[]; readonly isBare: boolean; readonly add: Add },
): void {
  const made = operands[operand] ?? ".";
  for (const path of paths) if ((path === "HEAD") === isBare) add(`${made}/${path}`, "write");
}

function operandsOf(words: readonly string[]): readonly string[] {
  const operands: string[] = [];
  let onlyOperands = false;
  for (let index = 0; index < words.length && operands.length < MAX_OPERANDS; index += 1) {
    const word = words[index] as string;
    if (word === "--" && !onlyOperands) onlyOperands = true;
    else if (!onlyOperands && word.startsWith("-")) index += VALUED.test(word) ? 1 : 0;
    else if (onlyOperands || !REVISION.test(word)) operands.push(word);
  }
  return operands;
}

function below(folder: string, path: string): string {
  return folder === "" || /^[/~]/.test(path) ? path : `${folder}/${path}`;
}
