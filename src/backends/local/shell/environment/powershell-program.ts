import { ToolError } from "../../../../contract/index.js";
import { type ExecutableLookup, findExecutable } from "../../executable-lookup.js";
import { windowsPowerShellFolder } from "./has-powershell.js";
import type { ShellProgram } from "./shell-choice.js";

/** Finds PowerShell: `pwsh` on the search path, or Windows PowerShell. Throws `shell-missing` if there is neither. */
export async function findPowerShell({ outside = [] }: ExecutableLookup = {}): Promise<ShellProgram> {
  const powerShell = await searchPowerShell(outside);
  if (powerShell !== undefined) return powerShellProgram(powerShell);
  throw new ToolError("PowerShell was not found: pwsh is not in PATH. Install PowerShell.", {
    code: "shell-missing",
  });
}

/** Returns the path of PowerShell; `undefined` if there is none. */
async function searchPowerShell(outside: readonly string[]): Promise<string | undefined> {
  const found = await findExecutable("pwsh", { outside });
  if (found !== undefined || process.platform !== "win32") return found;
  return findExecutable("powershell", { directories: [windowsPowerShellFolder()], outside });
}

/** Makes Windows PowerShell print UTF-8 instead of the code page of the console; a locked-down machine refuses it. */
const PRINT_UTF8 = "try { [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false) } catch { }\n";

/** Statements that must be the first of a script. */
const MUST_BE_FIRST = /^(?:#requires|using|param|\[cmdletbinding)\b/i;

/**
 * Returns the program for PowerShell. The command is encoded, because no text would survive both the quoting
 * rules of Windows and those of PowerShell. Errors are text: encoded commands otherwise print them as XML.
 *
 * @param platform - default: that of this machine
 */
export function powerShellProgram(
  powerShell: string,
  platform: NodeJS.Platform = process.platform,
): ShellProgram {
  return {
    path: powerShell,
    argumentsFor: (command) => {
      const isPlain = platform !== "win32" || MUST_BE_FIRST.test(command.trimStart());
      const script = isPlain ? command : PRINT_UTF8 + command;
      return [
        "-NoLogo",
        "-NoProfile",
        "-NonInteractive",
        "-OutputFormat",
        "Text",
        "-EncodedCommand",
        Buffer.from(script, "utf16le").toString("base64"),
      ];
    },
  };
}
