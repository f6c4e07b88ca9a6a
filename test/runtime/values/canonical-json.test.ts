import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, canonicalJsonPieces } from "../../../src/runtime/values/canonical-json.js";
import { iterationsDuring } from "../../event-loop-iterations.js";

const LONG = `${"\n\u{1F600}".repeat(200_000)}\uD800`;

describe("canonicalJsonPieces", () => {
  it("joins to the text of canonicalJson for every value", async () => {
    const part = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(LONG, `a${LONG}`, undefined, () => 1),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), part), fc.array(part), async (members, items) => {
        const value = { ...members, items };
        expect((await canonicalJsonPieces(value)).join("") === canonicalJson(value)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("returns a text that no other value has for a value that contains itself", async () => {
    const value: Record<string, unknown> = { LONG };
    value.self = value;
    const [one, other] = [await canonicalJsonPieces(value), await canonicalJsonPieces(value)];
    expect(one.join("")).toMatch(/^unwritable:/);
    expect(one).not.toEqual(other);
  });

  it("yields to the event loop while it escapes a long string", async () => {
    expect(await iterationsDuring(() => canonicalJsonPieces("\u0001".repeat(16_000_000)))).toBeGreaterThan(2);
  });
});
