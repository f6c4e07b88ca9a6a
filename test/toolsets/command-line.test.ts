import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../src/toolsets/command-line.js";

describe("commandLine", () => {
  it.each([
    [["ls", "-la", "src/a.ts"], "ls -la src/a.ts"],
    [["bash", "-lc", "ls | wc -l"], "ls | wc -l"],
    [["/bin/bash", "-c", "echo $HOME"], "echo $HOME"],
    [["/usr/bin/bash", "-lc", "a && b"], "a && b"],
    [["echo hello && ls"], "echo hello && ls"],
    [["git", "commit", "-m", "it's; rm -rf /"], "git commit -m 'it'\\''s; rm -rf /'"],
    [["echo", "$HOME", "*", "~", "", "a=b"], "echo '$HOME' '*' '~' '' 'a=b'"],
    [["A=1", "env"], "'A=1' env"],
    [["if", "true"], "'if' true"],
    // Another shell, an option more, an argument more: the shell that was asked for is run.
    [["sh", "-c", "ls | wc"], "sh -c 'ls | wc'"],
    [["zsh", "-lc", "ls"], "zsh -lc ls"],
    [["bash", "-xc", "ls"], "bash -xc ls"],
    [["bash", "-c", "echo $1", "x", "y"], "bash -c 'echo $1' x y"],
    [["./bash", "-c", "ls"], "./bash -c ls"],
    [[], ""],
  ])("makes %j the line %j", (words, line) => {
    expect(commandLine(words)).toBe(line);
  });

  it("passes exactly the arguments of the list to a program", () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."ab 'é\"$`\\*?[]{}~#&|;<>()=!\n\t-/%@:,+") }),
      fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const line = commandLine(["printf", "%s\\0", ...words]);
        const printed = execFileSync("bash", ["-c", line]).toString("utf8");
        expect(printed).toBe(words.map((each) => `${each}\0`).join(""));
      }),
      { numRuns: 60 },
    );
  });
});
