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

  it("passes on which permission of Deno is missing", () => {
    const denied = Object.assign(
      new Error('Requires read access to "/a", run again with the --allow-read flag'),
      {
        name: "NotCapable",
      },
    );
    expect(fileError(denied, "/a")).toMatchObject({
      code: "access-denied",
      message: expect.stringMatching(
        /Deno does not permit access to '\/a': Requires read access .*--allow-read/,
      ),
    });
  });

  it("passes on the message of an error without a number", () => {
    expect(fileError(new Error("the volume is on fire"), "/a").message).toContain("the volume is on fire");
  });

  it("keeps the code of a number without a name", () => {
    expect(errnoOf(unnamed(-99_999))).toBe("Unknown system error -99999");
    expect(errnoOf(undefined)).toBeUndefined();
  });
});
