import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { powerShellProgram } from "../../../../../src/backends/local/shell/environment/powershell-program.js";
import {
  findShell,
  gitBashPaths,
} from "../../../../../src/backends/local/shell/environment/shell-program.js";

describe("findShell", () => {
  it("returns a bash that reads no start-up file", async () => {
    const shell = await findShell();
    expect(shell.path).toMatch(/\/bash$/);
    expect(shell.argumentsFor("x")).toEqual(["--noprofile", "--norc", "-c", "x"]);
    const home = { HOME: "/nonexistent", PATH: process.env.PATH ?? "" };
    const output = execFileSync(
      shell.path,
      [...shell.argumentsFor("echo $0; shopt -q login_shell || echo no")],
      {
        encoding: "utf8",
        env: home,
      },
    );
    expect(output).toBe(`${shell.path}\nno\n`);
  });
});

describe("the shells of Windows", () => {
  it("searches Git's bash in its install location, and next to git.exe", () => {
    expect(
      gitBashPaths({
        PROGRAMFILES: "C:\\Program Files",
        "PROGRAMFILES(X86)": "C:\\Program Files (x86)",
        LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
        PATH: "C:\\Windows\\System32;D:\\Tools\\Git\\cmd;C:\\Program Files\\Git\\cmd\\",
      }),
    ).toEqual([
      "C:\\Program Files\\Git\\bin\\bash.exe",
      "C:\\Program Files (x86)\\Git\\bin\\bash.exe",
      "C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe",
      "D:\\Tools\\Git\\bin\\bash.exe",
    ]);
  });

  it("never uses System32's bash, which is the shell of another system", () => {
    expect(gitBashPaths({ PATH: "C:\\Windows\\System32;C:\\Windows" })).toEqual([]);
  });

  it("passes PowerShell its command encoded, so that no quoting changes it", () => {
    const command = 'Write-Output "a ""b"" $x %PATH% ü"';
    const parameters = powerShellProgram("pwsh.exe").argumentsFor(command);
    expect(parameters.slice(0, -1)).toEqual([
      "-NoLogo",
      "-NoProfile",
      "-NonInteractive",
      "-OutputFormat",
      "Text",
      "-EncodedCommand",
    ]);
    expect(Buffer.from(parameters.at(-1) ?? "", "base64").toString("utf16le")).toBe(command);
  });
});
