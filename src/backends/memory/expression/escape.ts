import { DIGIT_MEMBERS, SPACE_MEMBERS, WORD_MEMBERS } from "./character-set.js";
import type { Assertion } from "./expression-syntax.js";
import { invalidExpression, type PatternReader } from "./pattern-reader.js";

/** Meaning of a backslash and the characters after it. */
export type Escape =
  | { readonly type: "character"; readonly code: number }
  | { readonly type: "members"; readonly members: string; readonly negated: boolean }
  | { readonly type: "assertion"; readonly assertion: Assertion };

const CONTROL_CHARACTERS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const CLASSES: Readonly<Record<string, string>> = { d: DIGIT_MEMBERS, s: SPACE_MEMBERS, w: WORD_MEMBERS };

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  A: "text-start",
  z: "text-end",
  b: "word-boundary",
  B: "no-word-boundary",
  "<": "word-start",
  ">": "word-end",
};

const NAMED_BOUNDARIES: Readonly<Record<string, Assertion>> = {
  "b{start}": "word-start",
  "b{end}": "word-end",
  "b{start-half}": "no-word-before",
  "b{end-half}": "no-word-after",
};

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const MAX_CODE_POINT = 0x10ffff;

/** Reads an escape; the reader is after the backslash. */
export function readEscape(reader: PatternReader): Escape {
  const letter = reader.take();
  if (letter === undefined) throw invalidExpression(reader.pattern, "it ends with a single \\");
  const control = own(CONTROL_CHARACTERS, letter);
  if (control !== undefined) return { type: "character", code: control };
  const members = own(CLASSES, letter.toLowerCase());
  if (members !== undefined) return { type: "members", members, negated: letter !== letter.toLowerCase() };
  for (const [spelling, assertion] of Object.entries(NAMED_BOUNDARIES)) {
    if (letter === "b" && reader.takeAll(spelling.slice(1))) return { type: "assertion", assertion };
  }
  const assertion = own(ASSERTIONS, letter);
  if (assertion !== undefined) return { type: "assertion", assertion };
  if (letter === "p" || letter === "P") {
    return { type: "members", members: readProperty(reader), negated: letter === "P" };
  }
  const digits = own(HEX_DIGITS, letter);
  if (digits !== undefined) return { type: "character", code: readHex(reader, digits) };
  if (/^[0-9]$/.test(letter)) {
    throw invalidExpression(reader.pattern, `\\${letter} is a backreference, which is not supported`);
  }
  if (!/^[\0-\x7F]$/.test(letter) || /^[A-Za-z]$/.test(letter)) {
    throw invalidExpression(reader.pattern, `\\${letter} is not a known escape`);
  }
  return { type: "character", code: letter.codePointAt(0) ?? 0 };
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function readHex(reader: PatternReader, digits: number): number {
  const text = reader.takeAll("{") ? reader.takeUntil("}") : reader.takeCount(digits);
  const code = /^[0-9A-Fa-f]{1,8}$/.test(text ?? "") ? Number.parseInt(text ?? "", 16) : Number.NaN;
  if (Number.isNaN(code) || code > MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) {
    throw invalidExpression(reader.pattern, "a \\x or \\u does not name a character in hexadecimal digits");
  }
  return code;
}

/** Reads a Unicode property, by its name in JavaScript. */
function readProperty(reader: PatternReader): string {
  const name = reader.takeAll("{") ? reader.takeUntil("}") : reader.take();
  const negated = name?.startsWith("^") === true;
  const plain = (negated ? name?.slice(1) : name) ?? "";
  if (/^[\w=]+$/.test(plain)) {
    for (const spelling of [plain, `Script=${plain}`]) {
      const members = `\\${negated ? "P" : "p"}{${spelling}}`;
      if (isKnown(members)) return members;
    }
  }
  throw invalidExpression(reader.pattern, `${JSON.stringify(plain)} is not a known Unicode property`);
}

function isKnown(members: string): boolean {
  try {
    new RegExp(`[${members}]`, "v");
    return true;
  } catch {
    return false;
  }
}
