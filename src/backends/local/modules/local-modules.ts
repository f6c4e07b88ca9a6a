import type { ModuleLoader } from "../../../contract/index.js";
import type { LocalShell } from "../shell/index.js";
import { importModule } from "./import-module.js";
import { tryModule } from "./try-module.js";

/**
 * Creates the loader that imports modules of this machine into this process.
 *
 * @param shell - runs the process that tests a module first
 */
export function localModules(shell: Pick<LocalShell, "runProgram">): ModuleLoader {
  return {
    async importModule(request) {
      await tryModule(request, shell);
      return importModule(request);
    },
  };
}
