import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InFlightList } from "../../../src/runtime/values/in-flight-list.js";

describe("InFlightList", () => {
  it("contains the entries that a set would contain, with no more positions than entries at once", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(20), { nil: undefined }), { maxLength: 60 }), (steps) => {
        const list = new InFlightList<{ readonly id: number }>();
        const expected: { readonly entry: { readonly id: number }; readonly index: number }[] = [];
        let most = 0;
        for (const [id, gone] of steps.entries()) {
          if (gone === undefined || expected.length === 0) {
            const entry = { id };
            expected.push({ entry, index: list.add(entry) });
          } else {
            const [removed] = expected.splice(gone % expected.length, 1);
            list.remove(removed?.index ?? -1);
            // A second removal has no effect.
            list.remove(removed?.index ?? -1);
          }
          most = Math.max(most, expected.length);
          expect(new Set(list.all())).toEqual(new Set(expected.map(({ entry }) => entry)));
          expect(expected.every(({ index }) => index < most)).toBe(true);
        }
      }),
    );
  });
});
