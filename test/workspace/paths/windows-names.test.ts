import { win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { absolutePathOf } from "../../../src/workspace/paths/requested-path.js";
import { requireKnownShare, shareOf, windowsPathOf } from "../../../src/workspace/paths/windows-names.js";

const CWD = "C:\\work\\app";
const files = { path: win32, homeDirectory: "C:\\Users\\me" };

describe("a path on Windows", () => {
  it.each([
    ["a.txt", "C:\\work\\app\\a.txt"],
    ["src/a.txt", "C:\\work\\app\\src\\a.txt"],
    ["src\\a.txt", "C:\\work\\app\\src\\a.txt"],
    ["./a.txt", "C:\\work\\app\\.\\a.txt"],
    ["..\\b.txt", "C:\\work\\app\\..\\b.txt"],
    ["C:/work/a.txt", "C:\\work\\a.txt"],
    ["c:\\work\\a.txt", "c:\\work\\a.txt"],
    ["/other/a.txt", "C:\\other\\a.txt"],
    ["\\other\\a.txt", "C:\\other\\a.txt"],
    ["~/a.txt", "C:\\Users\\me\\a.txt"],
    ["\\\\?\\C:\\work\\a.txt", "C:\\work\\a.txt"],
    ["//?/C:/work/a.txt", "C:\\work\\a.txt"],
    ["\\\\?\\UNC\\server\\share\\a.txt", "\\\\server\\share\\a.txt"],
    ["//server/share/a.txt", "\\\\server\\share\\a.txt"],
    ["console.txt", "C:\\work\\app\\console.txt"],
    ["com10", "C:\\work\\app\\com10"],
    ["nullable.ts", "C:\\work\\app\\nullable.ts"],
    [".env", "C:\\work\\app\\.env"],
    ["a b/c.d.e", "C:\\work\\app\\a b\\c.d.e"],
  ])("means for %j the file %j", (requested, expected) => {
    expect(absolutePathOf(requested, files, CWD)).toBe(expected);
  });

  it.each([
    ["C:a.txt", /depends on the folder of that drive/],
    ["d:", /depends on the folder of that drive/],
    ["NUL", /is a device/],
    ["sub/nul.txt", /is a device/],
    ["CON", /is a device/],
    ["aux.c", /is a device/],
    ["COM1", /is a device/],
    ["lpt\u00b9.log", /is a device/],
    ["con .txt", /is a device/],
    ["conin$", /is a device/],
    ["\\\\.\\PhysicalDrive0", /names a device/],
    ["//./pipe/x", /names a device/],
    ["\\\\?\\GLOBALROOT\\Device\\x", /names a device/],
    ["\\\\?\\C:\\work\\NUL", /is a device/],
    ["a.txt:stream", /alternate stream/],
    ["a.txt::$DATA", /alternate stream/],
    [".env::$DATA", /alternate stream/],
    ["C:\\work\\a.txt:s", /alternate stream/],
    ["a.txt.", /ends with a dot or a blank/],
    ["a.txt ", /ends with a dot or a blank/],
    [".env.", /ends with a dot or a blank/],
    [".git. /hooks/x", /ends with a dot or a blank/],
    ["\\\\?\\C:\\work\\a.", /ends with a dot or a blank/],
    ["a?.txt", /which Windows forbids/],
    ["a\u0007", /which Windows forbids/],
  ])("refuses %j, whose file would have another name", (requested, reason) => {
    expect(() => absolutePathOf(requested, files, CWD)).toThrow(reason);
  });

  it("stays on the share of the working folder", () => {
    expect(windowsPathOf("/a.txt", "\\\\server\\share\\app")).toBe("\\\\server\\share\\a.txt");
    expect(windowsPathOf("a.txt", "\\\\server\\share\\app")).toBe("\\\\server\\share\\app\\a.txt");
  });

  it("keeps its characters on other systems", () => {
    const posix = { path: { ...win32, sep: "/", isAbsolute: (path: string) => path.startsWith("/") } };
    expect(absolutePathOf("a.txt:s.", posix, "/work")).toBe("/work/a.txt:s.");
    expect(absolutePathOf("NUL", posix, "/work")).toBe("/work/NUL");
  });
});

describe("a share of another computer", () => {
  it("recognises a share by its server and its name", () => {
    expect(shareOf("\\\\Server\\Share\\a")).toBe("server\\share");
    expect(shareOf("//server/share")).toBe("server\\share");
    expect(shareOf("C:\\a")).toBeUndefined();
  });

  it("refuses a share unless a root is on it, because looking it up sends a login", () => {
    const roots = [CWD, "\\\\files\\team\\app"];
    expect(() => requireKnownShare("\\\\FILES\\team\\other\\a.txt", roots)).not.toThrow();
    expect(() => requireKnownShare("C:\\anywhere", roots)).not.toThrow();
    expect(() => requireKnownShare("\\\\files\\private\\a.txt", roots)).toThrow(/on another computer/);
    expect(() => requireKnownShare("\\\\evil\\team\\a.txt", roots)).toThrow(/on another computer/);
    expect(() => requireKnownShare("\\\\evil", roots)).toThrow(/on another computer/);
  });
});
