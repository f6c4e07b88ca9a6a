import { constants } from "node:os";
import { describe, expect, it } from "vitest";
import { errnoOf, fileError } from "../../../src/backends/local/file-error.js";

/** An error as Node reports a number without a name. */
function unnamed(errno: number): Error {
  return Object.assign(new Error(), { code: `Unknown system error ${errno}`, errno });
}

describe("an error of the file system", () => {
  it.runIf(process.platform !== "win32")("names an error number that Node does not name", () => {
    expect(errnoOf(unnamed(-constants.errno.EDQUOT))).toBe("EDQUOT");
    expect(errnoOf(unnamed(-constants.errno.ESTALE))).toBe("ESTALE");
    expect(fileError(unnamed(-constants.errno.EDQUOT), "/a")).toMatchObject({
      code: "no-space",
      message: expect.stringContaining("quota"),
    });
  });

  it("keeps the code of a number without a name", () => {
    expect(errnoOf(unnamed(-99_999))).toBe("Unknown system error -99999");
    expect(errnoOf(undefined)).toBeUndefined();
  });
});
