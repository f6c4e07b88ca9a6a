import fc from "fast-check";
import { expect, it } from "vitest";
import { Utf8Streams } from "../../../src/tools/shell/utf8-streams.js";

const encode = (text: string) => new TextEncoder().encode(text);

it("returns the characters of each stream whole and in order, wherever the chunks are split", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "日", "😀"), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      text,
      text,
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 60, maxLength: 60 }),
      (out, error, cuts) => {
        const pieces: string[] = [];
        const streams = new Utf8Streams((bytes) => pieces.push(new TextDecoder().decode(bytes)));
        const rest = { stdout: encode(out), stderr: encode(error.toUpperCase().replaceAll("A", "B")) };
        for (const [index, cut] of cuts.entries()) {
          const stream = index % 2 === 0 ? "stdout" : "stderr";
          streams.add(rest[stream].slice(0, cut), stream);
          rest[stream] = rest[stream].slice(cut);
        }
        streams.add(rest.stdout, "stdout");
        streams.add(rest.stderr, "stderr");
        streams.finish();
        const joined = pieces.join("");
        expect(joined).not.toContain("\ufffd");
        expect([...joined].sort()).toEqual([...out, ...error.toUpperCase().replaceAll("A", "B")].sort());
      },
    ),
  );
});

it("passes on bytes that are not UTF-8 and incomplete characters at the end", () => {
  const given: number[] = [];
  const streams = new Utf8Streams((bytes) => given.push(...bytes));
  const bytes = [0xff, 0xfe, 0x80, 0x41, 0xe2, 0x82];
  for (const byte of bytes) streams.add(new Uint8Array([byte]), "stdout");
  streams.finish();
  expect(given).toEqual(bytes);
});
