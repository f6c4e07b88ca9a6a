import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainOutput } from "../../../src/tools/shell/plain-output.js";
import { startStopwatch } from "../../processor-time.js";

describe("plainOutput", () => {
  it.each([
    ["colours", "\u001b[31mred\u001b[0m \u001b[1;38;5;200mx\u001b[m", "red x"],
    ["cursor movements", "\u001b[2J\u001b[1Aup\u001b[?25h", "up"],
    ["a clipboard string", "\u001b]52;c;aGk=\u0007text", "text"],
    ["a link", "\u001b]8;;http://x\u001b\\name\u001b]8;;\u001b\\", "name"],
    ["a device control string", "\u001bPq#0;2\u001b\\text", "text"],
    ["C1 controls", "\u009b31mred\u009d0;title\u009ctext\u0085", "redtext"],
    ["a string without an end", "\u001b]0;title\nnext", "0;title\nnext"],
    ["other control characters", "a\u0000b\bc\u0007d\u007f", "abcd"],
    ["tabs and line feeds", "a\tb\n", "a\tb\n"],
    ["Windows line ends", "a\r\nb\r\r\n", "a\nb\n"],
    ["what would be painted over", "10%\r20%\rdone\n", "10%\n20%\ndone\n"],
    ["a lone escape", "a\u001b", "a"],
    ["ordinary text", "naïve 日本 😀", "naïve 日本 😀"],
  ])("handles %s", (_, output, expected) => {
    expect(plainOutput(output)).toBe(expected);
  });

  it("removes every control character quickly from any output", () => {
    const unit = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "P",
      "\u009b",
      "\u0090",
      "\u009d",
      "0",
      ";",
      "m",
      "\r",
      "\n",
      "\u0007",
      "\\",
      "x",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
        expect(plainOutput(text)).toMatch(/^[^\p{Cc}]*(?:[\t\n][^\p{Cc}]*)*$/u);
      }),
    );
    const elapsedMs = startStopwatch();
    for (const hostile of ["\u0090", "\u001b]", "\u009b0", "\u001b[0;", "\u001b "])
      plainOutput(hostile.repeat(100_000));
    expect(elapsedMs()).toBeLessThan(5000);
  });
});
