import { keptPlaces, misremembered } from "./memory-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import { changeWord, makeTrueEdit } from "./true-edit.js";

const COMMENT_START = /^\s*(?:\/|\*|#|--|<!|;|%|"|'|\{-|\(\*)/;

/** Returns a case in which one line of code reads differently in the file; it must be refused. */
const drift =
  (change: (line: string, random: Random) => string | undefined): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 3 });
    if (!edit) return undefined;
    const said = misremembered(random, edit, 1, (line) => {
      if (COMMENT_START.test(line)) return undefined;
      const other = change(line, random);
      return other === undefined || file.text.includes(other) ? undefined : other;
    });
    if (said === undefined) return undefined;
    const content = edit.lines.join("\n");
    return said.old === said.next || content.includes(said.old)
      ? undefined
      : { content, ...said, expect: "refuse" };
  };

/** Replaces one match of a pattern outside comments. */
const swap = (pattern: RegExp, replace: (match: RegExpExecArray, random: Random) => string) =>
  drift((line, random) => {
    const found = pattern.exec(line);
    if (found === null || /(?:\/\/|#|--|;|%|\/\*|<!--)/.test(line.slice(0, found.index))) return undefined;
    return line.slice(0, found.index) + replace(found, random) + line.slice(found.index + found[0].length);
  });

const COMPARISONS: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<=": "<",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "+=": "-=",
};

/** The letters of a name have another case: `userId` and `userID`. */
const letterCase = swap(/(?<![\w"'`])([a-z]+)([A-Z])([a-z]+)(?![\w"'`])/, ([, one, capital, rest]) =>
  [one, capital, (rest as string).toUpperCase()].join(""),
);

/** A name is written with underscores instead of capitals. */
const snakeCase = swap(/(?<![\w"'`])([a-z]{2,})([A-Z])([a-z]{2,})(?![\w"'`])/, ([, one, capital, rest]) =>
  [one, "_", (capital as string).toLowerCase(), rest].join(""),
);

/** The texts change a line that reads differently in the file, in another word than the changed one. */
const changedLine: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 8 });
  if (!edit) return undefined;
  const place = random.pick(keptPlaces(edit));
  const line = place === undefined ? undefined : edit.old[place];
  if (line === undefined || COMMENT_START.test(line)) return undefined;
  const call = /(\w+)\((\w+), ?(\w+)/.exec(line);
  if (call === null || call[2] === call[3]) return undefined;
  const believed = line.replace(call[0], `${call[1]}(${call[3]}, ${call[2]}`);
  const changed = changeWord(random, believed);
  if (changed === undefined || changed === line || file.text.includes(believed)) return undefined;
  const old = edit.old.with(place as number, believed).join("\n");
  const next = edit.old.with(place as number, changed).join("\n");
  return old === next ? undefined : { content: edit.lines.join("\n"), old, next, expect: "refuse" };
};

/** The model remembers a line of code with another meaning: each of these must be refused. */
export const DRIFT_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "drift-letter-case": letterCase,
  "drift-snake-case": snakeCase,
  "drift-boolean": swap(
    /\b(?:true|false|True|False|TRUE|FALSE)\b/,
    ([word]) =>
      ({ true: "false", false: "true", True: "False", False: "True", TRUE: "FALSE", FALSE: "TRUE" })[word] ??
      "",
  ),
  "drift-operator": swap(/(?<=\s)(?:==|!=|<=|>=|&&|\|\||\+=)(?=\s)/, ([mark]) => COMPARISONS[mark] as string),
  "drift-argument-order": swap(/\((\w+), (\w+)\)/, ([, one, other]) => `(${other}, ${one})`),
  "drift-argument-order-in-changed-line": changedLine,
  "drift-negation": swap(/(?<=\b(?:if|while|and|or|return) \(?|\(|= )(?:not |!)(?=[\w(])/, () => ""),
  "drift-string-word": swap(/(["'])([A-Za-z]{3,}) ([a-z]{3,})/, ([, quote, one], random) =>
    [quote, one, " ", random.pick(["outer", "second", "empty"])].join(""),
  ),
  "drift-digits": swap(/(?<![\w.])(\d)(\d)(?![\w.])/, ([, one, other]) =>
    one === other ? `${one}0${other}` : `${other}${one}`,
  ),
  "drift-lost-argument": swap(/\((\w+), ([\w"']+)\)/, ([, one]) => `(${one})`),
  "drift-member": swap(/(?<=\w)\.([a-z]\w{2,})\b/, (_, random) =>
    random.pick([".former", ".origin", ".extra"]),
  ),
};
