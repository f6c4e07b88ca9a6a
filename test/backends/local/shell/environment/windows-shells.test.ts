import { describe, expect, it } from "vitest";
import { cmdProgram } from "../../../../../src/backends/local/shell/environment/cmd-program.js";
import { powerShellProgram } from "../../../../../src/backends/local/shell/environment/powershell-program.js";
import { systemFolder } from "../../../../../src/backends/local/shell/environment/windows-path.js";
import { localShell } from "../../../../../src/backends/local/shell/index.js";

describe("cmd", () => {
  it("gets its command as it is between outer quotes", () => {
    const cmd = cmdProgram("C:\\Windows\\System32\\cmd.exe");
    expect(cmd.isVerbatim).toBe(true);
    expect(cmd.argumentsFor('dir "a b" & echo x ')).toEqual([
      "/d",
      "/s",
      "/c",
      '"chcp 65001 >nul & dir "a b" & echo x"',
    ]);
  });

  it("gets no command of several lines, of which it would run the first", () => {
    expect(() => cmdProgram("cmd.exe").argumentsFor("echo a\ndel b")).toThrow(/only the first/);
    expect(() => cmdProgram("cmd.exe").argumentsFor("echo a\rdel b")).toThrow(/only the first/);
  });

  it.skipIf(process.platform === "win32")("refuses cmd as the shell of another system", () => {
    expect(() => localShell({ program: "cmd" })).toThrow(/a program of Windows/);
    expect(() => localShell({ program: "csh" as "cmd" })).toThrow(/shell\.program/);
  });
});

describe("PowerShell on Windows", () => {
  const scriptOf = (command: string) =>
    Buffer.from(powerShellProgram("pwsh", "win32").argumentsFor(command).at(-1) ?? "", "base64").toString(
      "utf16le",
    );

  it("prints UTF-8", () => {
    expect(scriptOf("dir")).toMatch(/OutputEncoding.*UTF8[\s\S]*\ndir$/);
  });

  it.each(["param($a) $a", "using namespace System", "#Requires -Version 5", "  [CmdletBinding()] param()"])(
    "keeps %j the first statement",
    (command) => {
      expect(scriptOf(command)).toBe(command);
    },
  );
});

describe("systemFolder", () => {
  it("returns the folder of Windows, and never a relative path", () => {
    expect(systemFolder({ SYSTEMROOT: "D:\\WinNT" })).toBe("D:\\WinNT\\System32");
    expect(systemFolder({ SYSTEMROOT: "." })).toBe("C:\\Windows\\System32");
    expect(systemFolder({})).toBe("C:\\Windows\\System32");
  });
});
