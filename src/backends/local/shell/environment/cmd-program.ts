import * as path from "node:path";
import { ToolError } from "../../../../contract/index.js";
import { isExecutable } from "../../executable-lookup.js";
import type { ShellProgram } from "./shell-choice.js";
import { systemFolder } from "./windows-path.js";

/** Makes cmd print UTF-8 instead of the code page of the console. */
const PRINT_UTF8 = "chcp 65001 >nul & ";

/** Finds Windows' cmd.exe. Throws `shell-missing` if it is not in the folder of the system. */
export async function findCmd(): Promise<ShellProgram> {
  const program = path.win32.join(systemFolder(), "cmd.exe");
  if (await isExecutable(program)) return cmdProgram(program);
  throw new ToolError(`${program} is missing. Set shell.program to "powershell" or "bash".`, {
    code: "shell-missing",
  });
}

/**
 * Returns the program for cmd. `/d` runs no command of the registry, and with `/s` the command stands unchanged between the
 * outer quotes.
 */
export function cmdProgram(cmd: string): ShellProgram {
  return {
    path: cmd,
    isVerbatim: true,
    argumentsFor: (command) => {
      // cmd would run the first line and ignore the others.
      if (/[\r\n]/.test(command.trim())) {
        throw new ToolError(
          "The command has several lines, of which cmd would run only the first. Join them with & or &&.",
          { code: "invalid-input" },
        );
      }
      return ["/d", "/s", "/c", `"${PRINT_UTF8}${command.trim()}"`];
    },
  };
}
