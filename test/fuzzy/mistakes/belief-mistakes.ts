import { COMMENT, misremembered } from "./memory-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import { makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

const refused = (edit: TrueEdit, old: string, next: string) => {
  const content = edit.lines.join("\n");
  return content.includes(old) || old === next
    ? undefined
    : ({ content, old, next, expect: "refuse" } as const);
};

const elided: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 7 });
  if (!edit || file.text.includes("...")) return undefined;
  const dots = random.pick([
    "...",
    "// ...",
    "# ...",
    "// ... existing code ...",
    "// rest of the code",
    "/* ... */",
  ]);
  const cut = (lines: readonly string[]) => [...lines.slice(0, 2), dots, ...lines.slice(-2)].join("\n");
  return refused(edit, cut(edit.old), cut(edit.next));
};

const elidedNew: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const dots = random.pick([
    "// ... rest of the code",
    "# ... existing code ...",
    "// rest of the function stays the same",
    "// ...",
  ]);
  if (file.text.includes(dots)) return undefined;
  const next = [...edit.next.slice(0, 2), dots].join("\n");
  // A placeholder after an exact old text is text; the old text is from memory, one level deeper than in the file.
  const old = edit.old.map((line) => `    ${line}`).join("\n");
  return refused(edit, old, next);
};

const madeUpMiddle: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const invent = (lines: readonly string[], words: readonly string[]) => {
    const indent = /^\s*/.exec(lines[1] as string)?.[0] ?? "";
    return [
      lines[0],
      ...words.map((word) => `${indent}${word}(entry, ${random.between(2, 90)});`),
      lines[lines.length - 1],
    ].join("\n");
  };
  return refused(
    edit,
    invent(edit.old, ["inventSomething", "neverWritten", "madeUpCall"]),
    invent(edit.old, ["inventSomething", "better"]),
  );
};

/** One number or string literal of the old text differs from the file. */
const valueDrift: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3 });
  if (!edit) return undefined;
  const drift = (line: string) => {
    const number = /(?<![\w.])\d+(?![\w.])/.exec(line);
    if (number)
      return (
        line.slice(0, number.index) +
        String(Number(number[0]) + random.between(1, 40)) +
        line.slice(number.index + number[0].length)
      );
    const literal = /(["'])([A-Za-z][\w-]{3,})\1/.exec(line);
    return literal
      ? line.replace(literal[0], `${literal[1]}${random.pick(["other", "changed", "standard"])}${literal[1]}`)
      : undefined;
  };
  const said = misremembered(
    random,
    edit,
    1,
    drift,
    [...edit.old.keys()].filter((place) => (edit.old[place] as string).trim() !== ""),
  );
  return said ? refused(edit, said.old, said.next) : undefined;
};

/** An identifier of the old text differs from the file. */
const nameDrift: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3 });
  if (!edit || file.language === "markdown") return undefined;
  const names = [...new Set(file.text.match(/\b[a-z][A-Za-z_]{4,}\b/g) ?? [])];
  const drift = (line: string) => {
    if (COMMENT.test(line) || /^\s*(?:\/\*|\*|"""|;|%)/.test(line)) return undefined;
    const bare = line.replace(/(?:\/\/|#|--\s).*$/, "");
    const found = [...bare.matchAll(/\b[a-z][A-Za-z_]{4,}\b/g)];
    if (found.length === 0) return undefined;
    const name = random.pick(found);
    const other = random.pick([random.pick(names), `${name[0]}Value`, `next${name[0]}`, `${name[0]}2`]);
    return other === name[0]
      ? undefined
      : bare.slice(0, name.index) + other + line.slice(name.index + name[0].length);
  };
  const said = misremembered(random, edit, 1, drift);
  return said ? refused(edit, said.old, said.next) : undefined;
};

const nonexistent: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit) return undefined;
  const say = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/[A-Za-z]{4,}/g, (word) => [...word].reverse().join(""))).join("\n");
  return say(edit.old) === edit.old.join("\n")
    ? undefined
    : refused(edit, say(edit.old), `${say(edit.old)}\nextra`);
};

const alreadyApplied: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit) return undefined;
  const content = withBlock(edit, edit.next);
  const old = edit.old.join("\n");
  // A text that only gained or lost lines at its edges still contains the old one.
  return content.includes(old) ? undefined : { content, old, next: edit.next.join("\n"), expect: "refuse" };
};

/** The model assumes another content of the file: each of these must be refused. */
export const BELIEF_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  elided,
  "elided-new": elidedNew,
  "made-up-middle": madeUpMiddle,
  "value-drift": valueDrift,
  "name-drift": nameDrift,
  nonexistent,
  "already-applied": alreadyApplied,
};
