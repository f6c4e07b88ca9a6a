import type { ShellWord } from "./shell-word.js";

/** Programs whose first operand is code that can run commands, with their options (gawk(1), sed(1)). */
const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  (
    [
      [
        "awk gawk mawk nawk original-awk",
        { valued: "-F -v --field-separator --assign", code: "-e --source", file: "-f --file" },
      ],
      ["sed gsed", { valued: "-l --line-length", code: "-e --expression", file: "-f --file" }],
    ] as const
  ).flatMap(([names, { valued, code, file }]) => {
    const language = { valued: setOf(valued), code: setOf(code), file: setOf(file) };
    return names.split(" ").map((name) => [name, language] as const);
  }),
);

interface Language {
  /** Options whose value is not code. */
  readonly valued: ReadonlySet<string>;
  /** Options whose value is code. */
  readonly code: ReadonlySet<string>;
  /** Options whose value names a file of code. */
  readonly file: ReadonlySet<string>;
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Returns the reason if the code of `awk` or `sed` is only known at run time: `awk "$X"`, `sed "s/a/$X/"`. */
export function runTimeProgram(name: string, words: readonly ShellWord[]): string | undefined {
  const language = LANGUAGES.get(name);
  if (language === undefined) return undefined;
  const unknown = `the code of "${name}" is only known at run time`;
  let isNamed = false;
  for (let index = 1; index < words.length; index += 1) {
    const { value, known, start } = words[index] as ShellWord;
    const option = value.split("=", 1)[0] ?? "";
    if (language.code.has(option)) {
      isNamed = true;
      const code = option === value ? words[index + 1] : words[index];
      if (code?.known === false) return unknown;
      if (option === value) index += 1;
    } else if (language.file.has(option)) {
      isNamed = true;
      if (option === value) index += 1;
    } else if (language.valued.has(value)) index += 1;
    else if (!start.startsWith("-") || value === "-") return isNamed || known ? undefined : unknown;
    else if (!known && /^-[a-zA-Z]{0,8}e/.test(start)) return unknown;
  }
  return undefined;
}
