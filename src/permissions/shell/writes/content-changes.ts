import { CONTENT_WRITERS, type ContentWriter } from "../../programs/index.js";
import { bareName } from "../../wrappers/index.js";
import type { ShellWord } from "../shell-word.js";
import { gitWords } from "./git-paths.js";
import { PACKAGE_RUNNERS } from "./implied-files.js";

const writers: ReadonlyMap<string, readonly ContentWriter[]> = (() => {
  const byName = new Map<string, ContentWriter[]>();
  for (const row of CONTENT_WRITERS) {
    for (const name of row.programs.split(" ")) byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return byName;
})();

/** Returns the reason if the names of changed files come only from some content; `undefined` if the words name the files. */
export function contentChanges(words: readonly ShellWord[]): string | undefined {
  const program = bareName(words[0]?.value ?? "");
  if (PACKAGE_RUNNERS.test(program)) {
    const at = words.findIndex(({ value }) => !value.startsWith("-") && !PACKAGE_RUNNERS.test(value));
    return at === -1 ? undefined : contentChanges(words.slice(at));
  }
  const name = program.replace(/(?<=^python\d?)[\d.]{1,8}$/, "");
  const rows = writers.get(name);
  if (rows === undefined) return undefined;
  const plain = words.slice(1).map(({ value }) => value);
  const { subcommand, rest } = name === "git" ? gitWords(plain) : { subcommand: undefined, rest: plain };
  const row = rows.find((each) => matchesRow(each, subcommand, rest));
  return row === undefined ? undefined : `which files "${name}" changes is only known from ${row.from}`;
}

function matchesRow(row: ContentWriter, subcommand: string | undefined, words: readonly string[]): boolean {
  if (row.subcommands !== undefined && !row.subcommands.split(" ").includes(subcommand ?? "")) return false;
  const { first, when, unless, source, operandNames, makesBranch, named } = row;
  if (first !== undefined || when !== undefined) {
    const isFirst = first?.test(words[0] ?? "") === true;
    if (!isFirst && !words.some((word) => when?.test(word) === true)) return false;
  }
  if (source !== undefined && !words.slice(0, -1).some((word) => source.test(word))) return false;
  if (unless !== undefined && words.some((word) => unless.test(word)) && !words.includes("--apply"))
    return false;
  if (named === true && words.includes("--")) return false;
  const operands = words.filter((word) => !word.startsWith("-")).length;
  if (makesBranch !== undefined && operands <= 1 && words.some((word) => makesBranch.test(word)))
    return false;
  return operandNames === undefined || !hasOperand(words, operandNames);
}

function hasOperand(words: readonly string[], valued: string): boolean {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (!word.startsWith("-")) return true;
    if (/^-[a-zA-Z]$/.test(word) && valued.includes(word[1] as string)) index += 1;
    else if (/^--(?:input|directory|strip|fuzz|reject-file|output)$/.test(word)) index += 1;
  }
  return false;
}
