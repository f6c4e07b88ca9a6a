import { describe, expect, it } from "vitest";
import { loaderArguments, loaderOptions } from "../../../../src/backends/local/modules/loader-arguments.js";

describe("the arguments with which a module is tried", () => {
  it.each([
    [
      ["--import", "tsx"],
      ["--import", "tsx"],
    ],
    [
      ["--import=tsx", "-r", "./hook.cjs"],
      ["--import=tsx", "-r", "./hook.cjs"],
    ],
    [
      ["--experimental-strip-types", "--no-experimental-require-module"],
      ["--experimental-strip-types", "--no-experimental-require-module"],
    ],
    [
      ["-C", "development", "--preserve-symlinks"],
      ["-C", "development", "--preserve-symlinks"],
    ],
    [
      ["--inspect-brk=0", "--import", "tsx", "--test"],
      ["--import", "tsx"],
    ],
    [["--eval", "process.exit()", "--max-old-space-size=64", "-p", "1"], []],
    [["--important"], []],
  ])("of %j are %j", (all, kept) => {
    expect(loaderArguments(all)).toEqual(kept);
  });

  it("leave a debugger out of NODE_OPTIONS", () => {
    expect(loaderOptions("--inspect-brk=9229  --import tsx --inspect")).toBe("--import tsx");
  });
});
