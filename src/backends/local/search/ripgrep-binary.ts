import * as path from "node:path";
import { ToolError } from "../../../contract/index.js";
import { findExecutable, isExecutable } from "../executable-lookup.js";
import { isForbidden } from "../permission-model.js";

/**
 * Finds ripgrep: the package `@vscode/ripgrep`, then the file that `RIPGREP_PATH` names, then `rg` on `PATH`
 * outside the folders of `outside`, which are those of the workspace.
 *
 * The package is imported only when a search runs: its import throws if the binary for this platform is not
 * installed. Throws `ripgrep-missing` with the remedy.
 */
export async function findRipgrep(
  importPackage: () => Promise<{ readonly rgPath: string }> = () => import("@vscode/ripgrep"),
  outside: readonly string[] = [],
): Promise<string> {
  if (isForbidden("child"))
    throw new ToolError(
      "The permission model of Node forbids this host to start ripgrep. Start it with --allow-child-process.",
      { code: "ripgrep-missing" },
    );
  const packaged = await importPackage().then(
    ({ rgPath }) => rgPath,
    () => undefined,
  );
  if (packaged !== undefined && (await isExecutable(packaged))) return packaged;
  const configured = process.env.RIPGREP_PATH;
  if (configured !== undefined && path.isAbsolute(configured) && (await isExecutable(configured)))
    return configured;
  const installed = await findExecutable("rg", { outside });
  if (installed !== undefined) return installed;
  throw new ToolError(
    "ripgrep was not found, so files cannot be searched. Install the optional dependencies of the package '@vscode/ripgrep', or install ripgrep so that 'rg' is on PATH, or set RIPGREP_PATH to the absolute path of the program.",
    { code: "ripgrep-missing" },
  );
}
