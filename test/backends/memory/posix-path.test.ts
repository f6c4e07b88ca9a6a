import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { posixPath } from "../../../src/backends/memory/posix-path.js";

const path = fc
  .array(fc.constantFrom("/", "//", "a", "bc", ".", "..", ".x", "x.", "a.b", "é", " "), { maxLength: 8 })
  .map((parts) => parts.join(""));

const suffix = fc.constantFrom(".x", "x.", ".b", "a", "a.b", "");

describe("posixPath", () => {
  it("returns the results of node:path/posix", () => {
    fc.assert(
      fc.property(path, path, path, suffix, (one, two, three, suffix) => {
        expect(posixPath.isAbsolute(one)).toBe(posix.isAbsolute(one));
        expect(posixPath.normalize(one)).toBe(posix.normalize(one));
        expect(posixPath.dirname(one)).toBe(posix.dirname(one));
        expect(posixPath.basename(one)).toBe(posix.basename(one));
        // Given a suffix, Node keeps slashes at the end of some paths, which it drops without one.
        if (!one.endsWith("/")) {
          expect(posixPath.basename(one, suffix)).toBe(posix.basename(one, suffix));
        }
        expect(posixPath.extname(one)).toBe(posix.extname(one));
        expect(posixPath.join(one, two, three)).toBe(posix.join(one, two, three));
        expect(posixPath.relative(`/${one}`, `/${two}`)).toBe(posix.relative(`/${one}`, `/${two}`));
      }),
      { numRuns: 3_000 },
    );
  });

  it("posixPath has the separator of POSIX", () => {
    expect(posixPath.sep).toBe("/");
  });
});
