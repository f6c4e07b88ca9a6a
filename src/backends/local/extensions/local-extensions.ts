import type { Extensions } from "../../../contract/index.js";
import type { LocalShell } from "../shell/index.js";
import { importModule } from "./import-module.js";
import { programFailure } from "./program-failure.js";
import { tryModule } from "./try-module.js";

/**
 * Loads modules into this process and runs programs of this machine.
 *
 * @param shell - what runs the programs, and the process in which a module is tried
 */
export function localExtensions(shell: Pick<LocalShell, "runProgram">): Extensions {
  return {
    async importModule(request) {
      await tryModule(request, shell);
      return importModule(request);
    },
    async runProgram(request) {
      try {
        return await shell.runProgram(request);
      } catch (error) {
        throw programFailure(error, request.program);
      }
    },
  };
}
