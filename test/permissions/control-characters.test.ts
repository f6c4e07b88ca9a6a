import { describe, expect, it } from "vitest";
import {
  hasHiddenCharacters,
  judge,
  loadCommandReader,
  showHiddenCharacters,
} from "../../src/permissions/index.js";
import { call, rulesOf } from "./judging.js";

const readCommand = await loadCommandReader();

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Control characters, separators of lines and paragraphs, and characters that change the direction of text or have no width. */
const CODES = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x061c,
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x2069),
  0x3164,
  0xfeff,
  0xe0001,
];

const TABLE = CODES.map(
  (code) => [`U+${code.toString(16).padStart(4, "0")}`, String.fromCodePoint(code)] as const,
);
const LAYOUT = new Set(["\t", "\n"]);

function verdict(command: string) {
  return judge(call("Bash", { command }), rulesOf("default"), { readCommand }).verdict;
}

describe("characters that an approver does not see", () => {
  it("alone are the reason for the question", () => {
    for (const command of ["ls a", "ls -a", "echo a", "wc a", "echo 'a b'"])
      expect(verdict(command)).toBe("allow");
  });

  it.each(TABLE)("never run unasked in a command, and are shown by their number: %s", (_code, character) => {
    if (LAYOUT.has(character)) {
      // A line end separates commands, and a tab separates words.
      expect(verdict(`ls${character}a-program-in-no-table x`)).toBe(character === "\t" ? "allow" : "ask");
      expect(hasHiddenCharacters(character)).toBe(false);
      return;
    }
    const commands = [
      `ls${character}a`,
      `ls a${character}`,
      `${character}ls a`,
      `ls ${character} a`,
      `wc${character}a`,
    ];
    for (const command of [...commands, `echo 'a${character}b'`, `echo "a${character}b"`]) {
      expect(verdict(command), JSON.stringify(command)).not.toBe("allow");
    }
    const patch = `*** Begin Patch\n*** Add File: a${character}\n+b${character}\n*** End Patch`;
    expect(hasHiddenCharacters({ patch })).toBe(true);
    expect(showHiddenCharacters(patch)).not.toContain(character);
    expect(hasHiddenCharacters({ [`path${character}`]: "a" })).toBe(true);
  });
});
