import { describe, expect, it } from "vitest";
import { loaderArguments, loaderOptions } from "../../../../src/backends/local/modules/loader-arguments.js";

describe("the arguments for testing a module", () => {
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
  ])("keep from %j only %j", (all, kept) => {
    expect(loaderArguments(all)).toEqual(kept);
  });

  it("remove a debugger from NODE_OPTIONS", () => {
    expect(loaderOptions("--inspect-brk=9229  --import tsx --inspect")).toBe("--import tsx");
  });
});
