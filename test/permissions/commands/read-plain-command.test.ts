import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPlainCommand } from "../../../src/permissions/commands/read-plain-command.js";

/** Splits a plain command into words: spaces separate them, double quotes enclose a word with spaces. */
function wordsOf(read: string): string[] {
  return (read.match(/"[^"]*"|[^ ]+/g) ?? []).map((word) => word.replace(/^"|"$/g, ""));
}

describe("readPlainCommand", () => {
  it.each([
    ["ls -la src", "ls -la src"],
    ["git commit -m 'a b'", 'git commit -m "a b"'],
    ["git commit -m a' 'b", 'git commit -m "a b"'],
    ["rg -e '' x", 'rg -e "" x'],
    ["'git' log", "git log"],
  ])("reads %s", (command, expected) => {
    expect(readPlainCommand(command)).toBe(expected);
  });

  describe("against a real bash", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "collet-plain-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("reads exactly the words that bash passes on, for every command it accepts", () => {
      const pieces = [
        ..."ab1-_./:=,@+ '\"",
        ..."$`\\*?[]{}()<>|&;!#~^%\n\r\t",
        "\u00a0",
        "\u200b",
        "é",
        "$(",
        "${",
        "''",
        '""',
        "a=b",
        "--x=",
        "if",
        "time",
        " -",
        "=~",
      ];
      const tail = fc
        .array(
          fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom(...pieces.slice(0, 15)) },
            { weight: 1, arbitrary: fc.constantFrom(...pieces) },
          ),
          {
            maxLength: 14,
          },
        )
        .map((parts) => parts.join(""));
      const commands = fc
        .sample(tail, { numRuns: 6000, seed: 7 })
        .map((text) => `show ${text}`)
        .filter((command) => readPlainCommand(command) !== undefined);
      expect(commands.length).toBeGreaterThan(300);

      // Each command runs separately, so that a wrong reading does not affect the next one.
      const script = `show() { printf '%s\\0' "$@"; printf '\\1'; }\n${commands
        .map((command) => `eval '${command.replaceAll("'", "'\\''")}'`)
        .join("\n")}`;
      writeFileSync(join(folder, "script"), script);
      const output = execFileSync("bash", ["--noprofile", "--norc", "script"], {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 64_000_000,
      });
      const seen = output
        .split("\u0001")
        .slice(0, -1)
        .map((words) => words.split("\0").slice(0, -1));
      // A call without arguments prints one empty word.
      const expected = commands.map((command) => {
        const words = wordsOf(readPlainCommand(command) ?? "").slice(1);
        return words.length === 0 ? [""] : words;
      });
      expect(seen).toEqual(expected);
    });
  });
});
