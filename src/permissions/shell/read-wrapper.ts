import { shellWord } from "../../text/index.js";
import { bareName, type ListedWrapper, listedWrapper, type WrapperOption } from "../wrappers/index.js";
import { literalWord, type ShellWord } from "./shell-word.js";

/** A file or folder that the wrapper opens: a log, a file of arguments, the folder of its command. */
export interface WrapperFile {
  readonly word: ShellWord;
  readonly is: "file" | "output" | "folder";
}

/** The result of reading the words of a wrapper. */
export interface WrapperReading {
  /** The words of the command that it runs; empty if it runs a script or no command. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Arguments that a shell reads. */
  readonly scripts: readonly ShellWord[];
  readonly files: readonly WrapperFile[];
  /** Set if its table does not explain a word before the command, so that the command is uncertain. */
  readonly problem?: string | undefined;
  /** Whether only the command after it needs permission. */
  readonly plain: boolean;
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

/** Characters that `env -S` treats as escapes, variables and comments. */
const ESCAPES = /[\\$#]/;

/** Reads the words of a wrapper with a complete list of options; returns `undefined` for every other program. */
export function readWrapper(words: readonly ShellWord[]): WrapperReading | undefined {
  const table = listedWrapper(bareName(words[0]?.value ?? ""));
  return table === undefined ? undefined : new WrapperReader(table, words).read();
}

class WrapperReader {
  readonly #scripts: ShellWord[] = [];
  readonly #files: WrapperFile[] = [];
  readonly #used: WrapperOption[] = [];
  #operands: readonly string[];
  #arguments: ShellWord | undefined;
  #index = 1;
  #assigns = false;
  #problem: string | undefined;

  constructor(
    private readonly wrapper: ListedWrapper,
    private readonly words: readonly ShellWord[],
  ) {
    this.#operands = wrapper.table.operands ?? [];
  }

  read(): WrapperReading {
    this.#ownWords();
    const { table } = this.wrapper;
    const rest = this.words.slice(this.#index);
    const files = this.#files;
    const problem = this.#problem === undefined ? {} : { problem: this.#problem };
    if (this.#used.some(({ runsNothing }) => runsNothing === true)) {
      return { commands: [], scripts: [], files, plain: false, ...problem };
    }
    if (this.#arguments !== undefined) {
      const scripts = [...this.#scripts, this.#splitArguments(this.#arguments, rest)];
      return {
        commands: [],
        scripts,
        files,
        plain: false,
        problem: this.#problem,
      };
    }
    const scripts = [...this.#scripts];
    if (table.rest === "script" && rest.length > 0) scripts.push(joined(rest));
    const runs = rest.length > 0 && (table.rest ?? "command") === "command";
    const plain =
      table.transparent === true &&
      runs &&
      !this.#assigns &&
      this.#problem === undefined &&
      // Only by its bare name: `./timeout` may be any program.
      table.names.split(" ").includes(this.words[0]?.value ?? "") &&
      this.#used.every((option) => option.plain === true);
    return { commands: runs ? [rest] : [], scripts, files, plain, ...problem };
  }

  /** Takes the words before the command. */
  #ownWords(): void {
    const { table, find } = this.wrapper;
    let onlyOperands = false;
    let closed = false;
    for (; this.#index < this.words.length; this.#index += 1) {
      const word = this.words[this.#index] as ShellWord;
      const { value } = word;
      const isOption = value.startsWith("-") && (value !== "-" || find("-") !== undefined);
      if (!onlyOperands && value === "--") {
        onlyOperands = true;
        closed = true;
      } else if (!onlyOperands && isOption) this.#option(word);
      else if (table.assigns === true && ASSIGNMENT.test(value)) {
        this.#know(word);
        this.#assigns = true;
        onlyOperands = true;
      } else if (this.#operands.length > 0) {
        this.#know(word);
        this.#use(this.#operands[0], word);
        this.#operands = this.#operands.slice(1);
        onlyOperands ||= table.permutes !== true;
      } else {
        this.#know(word);
        if (isOption && !closed) this.#doubt(value);
        return;
      }
    }
  }

  #option(word: ShellWord): void {
    const { find, table } = this.wrapper;
    const { value } = word;
    this.#know(word);
    const exact = find(value);
    const equals = value.indexOf("=");
    if (exact !== undefined) this.#valued(exact, undefined, value);
    else if (value.startsWith("--")) {
      const row = equals === -1 ? undefined : find(value.slice(0, equals));
      if (row === undefined || row.value === "none") this.#doubt(value);
      else this.#valued(row, value.slice(equals + 1), value);
    } else if (table.counts !== true || !/^-\d+$/.test(value)) this.#cluster(value);
  }

  /** Reads several short options in one word, the last of which may have an attached value: `-qc 'rm x'`, `-k1`. */
  #cluster(value: string): void {
    for (let at = 1; at < value.length; at += 1) {
      const row = this.wrapper.find(`-${value[at]}`);
      if (row === undefined) {
        this.#doubt(value);
        return;
      }
      if (row.value === "none") {
        this.#used.push(row);
        continue;
      }
      const attached = value.slice(at + 1);
      this.#valued(row, attached === "" ? undefined : attached, value);
      return;
    }
  }

  #valued(row: WrapperOption, attached: string | undefined, shown: string): void {
    this.#used.push(row);
    if (row.endsOperands === true) this.#operands = [];
    if (attached !== undefined) this.#use(row.is, literalWord(attached));
    else if (row.value === "required") {
      this.#index += 1;
      const next = this.words[this.#index];
      if (next === undefined) this.#doubt(shown);
      else {
        this.#know(next);
        this.#use(row.is, next);
      }
    }
  }

  #use(is: string | undefined, word: ShellWord): void {
    if (is === "script") this.#scripts.push(word);
    else if (is === "arguments") this.#arguments = word;
    else if (is === "file" || is === "output" || is === "folder") this.#files.push({ word, is });
  }

  /** Splits the text of `env -S`, which may contain options and assignments. */
  #splitArguments({ value, known }: ShellWord, rest: readonly ShellWord[]): ShellWord {
    if (!known || ESCAPES.test(value)) this.#doubt(value);
    for (const word of rest) this.#know(word);
    const name = this.words[0]?.value ?? "";
    return literalWord([name, value, ...rest.map((word) => shellWord(word.value))].join(" "));
  }

  #know({ known, value }: ShellWord): void {
    if (!known) this.#problem ??= `"${shortened(value)}" is only known at run time`;
  }

  #doubt(word: string): void {
    this.#problem ??= `"${shortened(word)}" is not a known option of ${this.words[0]?.value}`;
  }
}

function joined(words: readonly ShellWord[]): ShellWord {
  const known = words.every((word) => word.known);
  return { ...literalWord(words.map(({ value }) => value).join(" ")), known, wholePath: known };
}

/** Maximum number of characters of a word that a reason shows. */
const MAX_SHOWN = 40;

function shortened(word: string): string {
  return word.length > MAX_SHOWN ? `${word.slice(0, MAX_SHOWN)}...` : word;
}
