import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputTail } from "../../../src/tools/shell/output-tail.js";
import { displayOutput, plainOutput } from "../../../src/tools/shell/plain-output.js";
import { startStopwatch } from "../../processor-time.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("OutputTail", () => {
  it("returns each part once, and reports what is missing before it", () => {
    const tail = new OutputTail(10);
    tail.write(bytes("one\n"));
    expect(tail.take("more-to-come")).toEqual({ text: "one\n" });
    expect(tail.take("more-to-come")).toEqual({ text: "" });
    tail.write(bytes("0123456789\nabcdefghi\n"));
    expect(tail.take("ended")).toEqual({ text: "abcdefghi\n", omitted: { bytes: 11, lines: 1 } });
  });

  it.each([
    ["a colour", ["red \u001b[3", "1mtext"], "red text"],
    ["a title", ["a\u001b]0;ti", "tle\u0007b"], "ab"],
    ["a line end", ["one\r", "\ntwo"], "one\ntwo"],
    ["a lone escape", ["x\u001b", "[0my"], "xy"],
  ])("keeps %s whole when two chunks split it", (_, pieces, expected) => {
    const tail = new OutputTail(100);
    let text = "";
    for (const piece of pieces) {
      tail.write(bytes(piece));
      text += tail.take("more-to-come").text;
    }
    expect(text + tail.take("ended").text).toBe(expected);
  });

  it("returns the same in parts as at once, wherever the output is split", () => {
    const part = fc.constantFrom(
      "a",
      "\n",
      "\r",
      "\r\n",
      "\u001b[31m",
      "\u001b[0m",
      "\u001b]8;;x\u0007",
      "ü",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.nat(200), (parts, at) => {
        const whole = parts.join("");
        const cut = Math.min(at, whole.length);
        const tail = new OutputTail(1_000);
        tail.write(bytes(whole.slice(0, cut)));
        const first = tail.take("more-to-come").text;
        tail.write(bytes(whole.slice(cut)));
        expect(first + tail.take("ended").text).toBe(plainOutput(whole));
      }),
    );
  });
});

describe("displayOutput", () => {
  it("keeps colours and removes everything else that a terminal would obey", () => {
    expect(
      displayOutput("\u001b[1;31mred\u001b[0m\u001b[2J\u001b]52;c;aGk=\u0007\u001b[1A\b \u001b[38:5:9mx\r\n"),
    ).toBe("\u001b[1;31mred\u001b[0m \u001b[38:5:9mx\n");
  });

  it("keeps no control characters except those of colours", () => {
    const part = fc.constantFrom(
      "\u001b",
      "[",
      "3",
      "1",
      "m",
      ";",
      "\u009b",
      "]",
      "\u0007",
      "x",
      "\r",
      "\u0000",
      "P",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const rest = displayOutput(parts.join("")).replaceAll(/\p{Cc}\[[\d;:]*m/gu, "");
        expect(rest).not.toMatch(/[^\P{Cc}\t\n]/u);
      }),
    );
  });
});

describe("plainOutput", () => {
  it.each([
    ["carriage returns", "\r".repeat(200_000)],
    ["carriage returns before something else", `${"\r".repeat(200_000)}x`],
    ["beginnings of sequences", "\u001b[".repeat(100_000)],
    ["titles that never end", "\u001b]0;".repeat(50_000)],
  ])("takes linear time for a flood of %s", (_, text) => {
    const elapsedMs = startStopwatch();
    plainOutput(text);
    displayOutput(text);
    expect(elapsedMs()).toBeLessThan(1_000);
  });
});
