import type { CommandPath } from "../commands/index.js";
import { EXCLUDES, NAME_READERS, OPERAND_SHAPES, type OperandShape } from "../programs/index.js";
import { bareName } from "../wrappers/index.js";
import { knownCommand, namesNoFile } from "./known-command.js";
import type { ShellWord } from "./shell-word.js";
import { WORKING_FOLDER, walkingPaths } from "./walking-paths.js";
import { gitPaths } from "./writes/index.js";

type Access = CommandPath["access"];

const shapes: ReadonlyMap<string, OperandShape> = new Map(
  OPERAND_SHAPES.flatMap((shape) => shape.programs.split(" ").map((name) => [name, shape] as const)),
);

/** A glob that matches a name with a leading dot, or such a name in braces: `.g*`, `{.git,a}`. */
const HIDDEN_GLOB = /(?:^|\/)\.[^/]{0,255}[*?[{]|[{,]\./;

const GLOB = /[*?[\]{}]/;

/** The paths that one simple command names, and the reason if some are not known. */
export interface FoundPaths {
  readonly paths: readonly CommandPath[];
  readonly unknown?: string | undefined;
  /** Set if it changes files whose names are not known; states the reason. */
  readonly unknownChanges?: string | undefined;
}

/** Finds the files that a simple command takes as operands or mentions in its arguments. */
export function operandPaths(words: readonly ShellWord[]): FoundPaths {
  const program = bareName(words[0]?.value ?? "");
  if (program === "find") return pathsOfFind(words);
  const known = words.every((word) => word.known)
    ? knownCommand([program, ...words.slice(1).map(({ value }) => value)])
    : undefined;
  if (known !== undefined) {
    const home = new Set(words.flatMap(({ value, tilde }) => (tilde ? [value] : [])));
    // A quoted `~` is part of an ordinary name.
    const isName = (path: string) => path.startsWith("~") && !home.has(path);
    return {
      paths: known.paths.map((each) => (isName(each.path) ? { ...each, path: `./${each.path}` } : each)),
    };
  }
  const found = pathsByShape(program, words);
  return { ...found, paths: walkingPaths(program, words, found.paths) };
}

function pathsByShape(program: string, words: readonly ShellWord[]): FoundPaths {
  const shape = shapes.get(program);
  const found = new PathCollector(program);
  if (shape === undefined) {
    const mayChange = !NAME_READERS.has(program) || runsChange(program, words);
    for (const [index, word] of words.entries()) {
      if (index > 0)
        found.mention(word, { mayChange: mayChange && !isExcluded(word.value, words[index - 1]?.value) });
    }
    const { paths, ...rest } = found.result();
    return { ...rest, paths: program === "git" ? [...paths, ...gitPaths(words)] : paths };
  }
  const { operands, options, values } = splitOptions(words, shape);
  for (const option of options) found.mention(option);
  for (const value of values) found.mention(value);
  const skipped = hasOption(options, shape.unless);
  const skip = skipped ? 0 : (shape.skip ?? 0);
  // With an unknown option, the word taken for a pattern may be its value, and the word taken for a path the pattern.
  for (const word of operands.slice(0, skip)) found.mention(word);
  const paths = operands.slice(skip);
  const access = hasOption(options, shape.inPlace) ? "write" : shape.access;
  const intoFolder = options.some(({ value }) => /^(?:-[a-zA-Z]*t|--target-directory)/.test(value));
  for (const [index, word] of paths.entries()) {
    const isLast = index === paths.length - 1 && paths.length > 1 && !intoFolder;
    found.operand(word, isLast ? (shape.last ?? access) : access, {
      copied: shape.copies === true && !isLast,
    });
    if (intoFolder && shape.last !== undefined) found.operand(word, shape.last);
  }
  const target = paths.at(-1);
  // Files that are not in the source are removed from the target.
  if (program === "rsync" && target !== undefined && options.some(({ value }) => /^--del/.test(value)))
    found.operand(target, "delete");
  return found.result();
}

/** Returns whether fd(1) runs a program on the files that it finds which may change them. */
function runsChange(program: string, words: readonly ShellWord[]): boolean {
  if (program !== "fd" && program !== "fdfind") return false;
  return words.some(
    ({ value }, index) =>
      /^(?:-[xX]|--exec(?:-batch)?)(?:=|$)/.test(value) &&
      !readsOnly(bareName(value.split("=")[1] ?? words[index + 1]?.value ?? "")),
  );
}

/** Returns whether an option, or the option before its value, excludes files. */
function isExcluded(word: string, before = ""): boolean {
  return EXCLUDES.test(word) || /^--?(?:exclude|ignore|skip|omit)[\w-]{0,32}$/.test(before);
}

/** Returns whether one of some options may be present: a long one, with or without a value, or a letter of a short cluster. */
function hasOption(options: readonly ShellWord[], names = ""): boolean {
  return names.split(" ").some((name) =>
    options.some(({ value }) => {
      if (!name.startsWith("-")) return false;
      if (name.startsWith("--")) return value === name || value.startsWith(`${name}=`);
      return /^-[A-Za-z]*/.exec(value)?.[0].includes(name.slice(1)) === true;
    }),
  );
}

/** Returns the path of a redirection's file. */
export function redirectionPath(word: ShellWord, access: Access): FoundPaths {
  const found = new PathCollector("a redirection");
  found.operand(word, access);
  return found.result();
}

function pathsOfFind(words: readonly ShellWord[]): FoundPaths {
  const found = new PathCollector("find");
  const changes = words.some(({ value }) => value === "-delete");
  const runs = words.some(
    ({ value }, index) =>
      /^-(?:exec|execdir|ok|okdir)$/.test(value) && !readsOnly(bareName(words[index + 1]?.value ?? "")),
  );
  let starting = true;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    if (starting && /^-[HLPDO]/.test(word.value)) continue;
    starting &&= !/^[-(!,]/.test(word.value);
    if (starting) {
      found.operand(word, changes ? "delete" : "read");
      if (runs) found.mention(word, { mayChange: true });
    } else if (/^-f(?:printf|print0?|ls)$/.test(words[index - 1]?.value ?? "")) found.operand(word, "write");
    else found.mention(word);
  }
  const { paths, ...rest } = found.result();
  const walking = paths.map((path) => (path.role === "operand" ? { ...path, walks: true as const } : path));
  return { ...rest, paths: walking.some(({ walks }) => walks) ? walking : [...walking, WORKING_FOLDER] };
}

/** Options of rsync, grep and du whose value is a pattern of excluded or included files (their manuals). */
const TAKES_PATTERN = /^--(?:exclude|exclude-dir|include|filter)$/;

/** Returns whether a program only reads its operands: it is known to, and no option makes it change them in place. */
export function readsOperands(program: string, words: readonly ShellWord[]): boolean {
  const { access, last, inPlace } = shapes.get(program) ?? {};
  return access === "read" && last === undefined && !hasOption(words, inPlace);
}

function readsOnly(program: string): boolean {
  const { access, last, inPlace } = shapes.get(program) ?? {};
  return NAME_READERS.has(program) || (access === "read" && last === undefined && inPlace === undefined);
}

function splitOptions(words: readonly ShellWord[], { valued = "" }: OperandShape) {
  const operands: ShellWord[] = [];
  const options: ShellWord[] = [];
  const values: ShellWord[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    if (word.value === "--") {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (/^-./.test(word.value)) {
      options.push(word);
      const next = words[index + 1];
      const takesNext = TAKES_PATTERN.test(word.value);
      if (takesNext && next !== undefined) index += 1;
      else if (
        /^-[a-zA-Z]$/.test(word.value) &&
        valued.includes(word.value[1] as string) &&
        next !== undefined
      ) {
        values.push(next);
        index += 1;
      }
    } else operands.push(word);
  }
  return { operands, options, values };
}

/** Turns words into paths. */
class PathCollector {
  readonly #paths: CommandPath[] = [];
  #unknown: string | undefined;
  #unknownChanges: string | undefined;

  constructor(private readonly program: string) {}

  operand(word: ShellWord, access: Access, { copied = false } = {}): void {
    if (!word.wholePath) {
      this.#unknown ??= `the files for "${shorten(word.value)}" are only known when ${this.program} runs`;
      // The folder before the first unknown part is known.
      const glob = word.start.search(GLOB);
      const start = glob === -1 ? word.start : word.start.slice(0, glob);
      const slash = start.lastIndexOf("/");
      if (slash !== -1)
        this.#add(start.slice(0, slash) || "/", access, "operand", { tilde: word.tilde, copied });
      if (access !== "read" && HIDDEN_GLOB.test(word.value)) {
        this.#unknownChanges ??= `the hidden files for "${shorten(word.value)}" are only known when ${this.program} runs`;
      }
      return;
    }
    this.#add(word.start, access, "operand", { tilde: word.tilde, copied });
  }

  /** Adds a word that may be a path, or contain one after an option or one of the characters `= @ : ,`. */
  mention(word: ShellWord, { mayChange = false }: { readonly mayChange?: boolean | undefined } = {}): void {
    if (!word.wholePath) {
      // The start alone may be enough: `"$HOME"/.ssh/*`.
      const slash = word.start.lastIndexOf("/");
      if (slash > 0)
        this.#add(word.start.slice(0, slash), "read", "mention", { tilde: word.tilde, mayChange });
      return;
    }
    const { start: value } = word;
    const candidates = new Set<string>();
    if (!value.startsWith("-")) candidates.add(value);
    else if (/^-[A-Za-z]./.test(value)) candidates.add(value.slice(2));
    // Words with line ends are texts; their pieces are sentences.
    // With `$PWD` or `$HOME` after the scheme, the path starts there.
    const local = /^file:\/\/(?:(?:localhost)?(?=[.~]\/)|[^/]{0,255}(?=\/))(.+)$/i.exec(value)?.[1];
    if (local !== undefined) candidates.add(local);
    if (!value.includes("\n")) for (const piece of value.split(/[=@:,]/)) candidates.add(piece);
    for (const candidate of candidates) {
      if (candidate.length > MAX_PATH_LENGTH || candidate.includes("\0")) continue;
      if (candidate !== "" && !candidate.startsWith("-") && !candidate.includes("://")) {
        // In `of=~/x` a shell also inserts the home folder.
        this.#add(candidate, "read", "mention", { tilde: true, mayChange });
      }
    }
  }

  #add(
    path: string,
    access: Access,
    role: CommandPath["role"],
    {
      tilde,
      copied = false,
      mayChange = false,
    }: { readonly tilde: boolean; readonly copied?: boolean; readonly mayChange?: boolean },
  ): void {
    if (namesNoFile(path)) return;
    // A quoted `~` is part of an ordinary name.
    const shown = path.startsWith("~") && !tilde ? `./${path}` : path;
    this.#paths.push({
      path: shown,
      access,
      role,
      ...(copied && { copied }),
      ...(mayChange && { mayChange }),
    });
  }

  result(): FoundPaths {
    return {
      paths: this.#paths,
      unknown: this.#unknown,
      unknownChanges: this.#unknownChanges,
    };
  }
}

/** Maximum length of a path that can be opened (PATH_MAX of Linux; that of macOS is 1,024). */
const MAX_PATH_LENGTH = 4096;

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
