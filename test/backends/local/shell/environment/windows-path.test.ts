import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { posixPath, windowsPath } from "../../../../../src/backends/local/shell/environment/windows-path.js";

describe("windowsPath", () => {
  it.each([
    ["/c/Users/me", "C:\\Users\\me"],
    ["/C/", "C:\\"],
    ["/c", "C:\\"],
    ["/cygdrive/d/a b/c", "D:\\a b\\c"],
    ["/mnt/c/x", "C:\\x"],
    ["/tmp/x", "/tmp/x"],
    ["/cc/x", "/cc/x"],
    ["relative/c/x", "relative/c/x"],
    ["C:\\Users\\me", "C:\\Users\\me"],
    ["", ""],
  ])("writes %j as %j", (path, expected) => {
    expect(windowsPath(path)).toBe(expected);
  });
});

describe("posixPath", () => {
  it.each([
    ["C:\\Users\\me", "/c/Users/me"],
    ["d:/x", "/d/x"],
    ["C:", "/c"],
    ["src\\a.ts", "src/a.ts"],
    ["/usr/bin", "/usr/bin"],
  ])("writes %j as %j", (path, expected) => {
    expect(posixPath(path)).toBe(expected);
  });

  it("posixPath is undone by windowsPath for every path with a drive", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9 ._-]{1,8}$/);
    fc.assert(
      fc.property(fc.constantFrom("C", "D", "Z"), fc.array(name, { minLength: 1 }), (drive, names) => {
        const path = `${drive}:\\${names.join("\\")}`;
        expect(windowsPath(posixPath(path))).toBe(path);
      }),
    );
  });
});
