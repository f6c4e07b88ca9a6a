// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell commands, not templates.
import { describe, expect, it } from "vitest";
import { loadCommandReader } from "../../src/permissions/index.js";

const read = await loadCommandReader();

/** Returns the commands that are certain, each on one line; `undefined` if the text is not certain. */
const certain = (text: string) => read(text).certain?.map((command) => command.text);

describe("a text with variables and loops", () => {
  it.each([
    ['F=src/a.ts; cat $F; wc -l "$F"', ["cat src/a.ts", "wc -l src/a.ts"]],
    ["dir=src && file=$dir/a.ts && cat ${file}", ["cat src/a.ts"]],
    [
      "for f in a 'b'; do echo \"== $f\"; cat $f.ts; done",
      ['echo "== a"', "cat a.ts", 'echo "== b"', "cat b.ts"],
    ],
    ["for a in 1 2; do for b in x; do cat $a$b; done; done | sort -u", ["cat 1x", "cat 2x", "sort -u"]],
    ["for f in a b; do g=$f.ts; cat $g; done 2>/dev/null | head -3", ["cat a.ts", "cat b.ts", "head -3"]],
    ["d=src; ls $d/*.ts", ['ls "src/*.ts"']],
    ["for f in a\ndo\n  # each\n  cat $f # it\ndone", ["cat a"]],
    ['grep -q x a; echo "status: $?"', ["grep -q x a", 'echo "status: 0"']],
    ["for c in HEAD HEAD~1; do git show $c; done", ["git show HEAD", "git show HEAD~1"]],
    ["X=a; [ -f $X ] && cat $X", ['"[" -f a "]"', "cat a"]],
    ["f=a; awk '{print $f}' $f", ['awk "{print $f}" a']],
  ])("consists of the commands with the values: %j", (text, commands) => {
    expect(certain(text)).toEqual(commands);
  });

  it.each([
    ["a value that a command decides", "X=$(ls); cat $X"],
    ["a value that the shell splits", "X='a b'; cat $X"],
    ["a value with a pattern", "X=*.ts; cat $X"],
    ["a home folder", "X=~; cat $X/a"],
    ["a home folder after a colon", "X=a:~/b; cat $X"],
    ["a variable that is not assigned", "X=a; cat $Y"],
    ["an assignment that may not happen", "true || X=a; cat $X"],
    ["an assignment after a command that may fail", "ls && X=a; cat $X"],
    ["an assignment in a pipeline", "X=a | cat; cat $X"],
    ["the variable of a loop after it", "X=a; for X in b; do ls; done; cat $X"],
    ["a variable that a loop assigns, after it", "X=a; for f in 1; do X=b; done; cat $X"],
    [
      "a variable that an inner loop forgets",
      "X=a; for f in 1; do X=b; for X in c; do ls; done; done; cat $X",
    ],
    ["a variable that a command reads", "X=a; read X; cat $X"],
    ["a variable that a command removes", "X=a; unset X; cat $X"],
    ["an appended value", "x=a; x+=b; cat $x"],
    ["an element of an array", "x[0]=a; cat $x"],
    ["an operator in braces", "X=a; cat ${X:-b} ${X/a/b}"],
    ["an indirect name", "X=a; cat ${!X}"],
    ["a name with a meaning to the shell", "PATH=.; ls"],
    ["a name with a meaning to programs", "https_proxy=x; ls"],
    ["a number that is not the one assigned", "RANDOM=5; cat $RANDOM"],
    ["an assignment for one command", "X=a cat $X"],
    ["a loop over the arguments", "for f; do cat $f; done"],
    ["a loop over output", "for f in $(ls); do cat $f; done"],
    ["a loop in the background", "for f in a; do cat $f & done"],
    ["a loop that writes", "for f in a; do cat $f; done > b"],
    ["another compound command in a loop", "for f in a; do if true; then cat $f; fi; done"],
    ["a command that a loop changes", "for o in a b; do alias $o=c; done"],
    ["a status outside of a printed word", "cat a$?"],
    ["an unclosed quote", 'X=a; cat "$X'],
    ["an empty command", "X=a;; cat $X"],
  ])("a text is not certain with %s", (_what, text) => {
    expect(certain(text)).toBeUndefined();
  });

  it.each([
    ["many turns", `for a in ${"x ".repeat(400)}; do cat $a; done`],
    [
      "nested turns",
      `${Array.from({ length: 8 }, (_, at) => `for v${at} in ${"x ".repeat(60)}; do `).join("")}ls${"; done".repeat(8)}`,
    ],
    [
      "turns that only assign",
      `for a in ${"x ".repeat(300)}; do for b in ${"x ".repeat(300)}; do c=$a; done; done; ls`,
    ],
    ["a word of many values", `x=${"a".repeat(900)}; cat ${"$x".repeat(4_000)}`],
    ["a quoted word of many values", `x=${"a".repeat(900)}; cat "${"$x".repeat(4_000)}"`],
    ["a value that grows", `x=a${"; x=$x$x".repeat(200)}; cat $x`],
  ])("a text is not certain, and is read in short time, with %s", (_what, text) => {
    const started = process.cpuUsage();
    expect(certain(text)).toBeUndefined();
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(200);
  });
});
