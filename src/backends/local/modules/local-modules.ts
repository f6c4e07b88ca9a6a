import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type ModuleLoader, type ModuleRequest, ToolError } from "../../../contract/index.js";
import { errnoOf } from "../file-error.js";
import type { LocalShell } from "../shell/index.js";
import { importFailure } from "./import-failure.js";
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

/** Name of the URL parameter with the module's version. */
const VERSION_PARAMETER = "collet";

/** Characters of a version that identify it. */
const VERSION_LENGTH = 16;

/**
 * Imports a module into this process. The version is part of its URL: Node caches every loaded module
 * permanently, and cannot load a URL a second time.
 *
 * Throws as `importModule` of the port does.
 */
async function importModule({
  path,
  version,
  timeoutMs,
  signal,
}: ModuleRequest): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(path);
  url.searchParams.set(VERSION_PARAMETER, version.slice(0, VERSION_LENGTH));
  // CommonJS has a separate cache, by path.
  delete createRequire(url).cache[path];
  const ending = new AbortController();
  try {
    return await Promise.race([
      import(/* @vite-ignore */ url.href) as Promise<Readonly<Record<string, unknown>>>,
      ended({ path, timeoutMs }, signal, ending.signal),
    ]);
  } catch (error) {
    if (ToolError.isInstance(error)) throw error;
    throw importFailure({ ...described(error), ...codeOf(error) }, path);
  } finally {
    ending.abort();
  }
}

/**
 * Rejects when the time is over or the signal is aborted; an import that hangs in this process cannot be
 * ended, only abandoned.
 */
function ended(
  { path, timeoutMs }: Pick<ModuleRequest, "path" | "timeoutMs">,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(new ToolError("The import was cancelled.", { code: "cancelled" }));
    const timer = setTimeout(() => {
      reject(
        new ToolError(`The import did not finish within ${timeoutMs} ms.`, {
          code: "import-hangs",
          absolutePath: path,
        }),
      );
    }, timeoutMs);
    over.addEventListener("abort", () => clearTimeout(timer), { once: true });
    signal.addEventListener("abort", onAbort, { once: true, signal: over });
    if (signal.aborted) onAbort();
  });
}

function described(error: unknown): { readonly name: string; readonly message: string } {
  try {
    return error instanceof Error
      ? { name: error.name, message: error.message }
      : { name: "thrown", message: String(error) };
  } catch {
    return { name: "thrown", message: "a value that cannot be shown" };
  }
}

function codeOf(error: unknown): { readonly code?: string } {
  const code = errnoOf(error);
  return code === undefined ? {} : { code };
}
