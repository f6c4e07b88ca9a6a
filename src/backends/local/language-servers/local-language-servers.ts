import { ignoreRejection } from "../../../contract/index.js";
import { loadOnce } from "../../../values/index.js";
import { checkLanguageServersOptions } from "./check-language-servers-options.js";
import type {
  LanguageServers,
  LanguageServersDependencies,
  LanguageServersOptions,
} from "./language-servers-options.js";
import type { ServerPool } from "./server-pool.js";

/**
 * Creates the language servers of projects. They are found in the project or on `PATH`, started when one of
 * their files changes, shared by all sessions, and ended with `dispose`. Nothing is loaded before the first change or
 * question, and nothing is searched before the first file with a supported extension.
 */
export function localLanguageServers(
  options: LanguageServersOptions,
  means: LanguageServersDependencies,
): LanguageServers {
  checkLanguageServersOptions(options);
  let pool: ServerPool | undefined;
  let isDisposed = false;
  const load = loadOnce(async () => {
    const { ServerPool } = await import("./server-pool.js");
    pool = new ServerPool(options, means);
    if (isDisposed) await pool.dispose();
    return pool;
  });
  return {
    afterChange: async (paths, request) => (await load()).afterChange(paths, request),
    current: async (paths, request) => (await load()).current(paths, request),
    afterRead(paths, warming) {
      if (pool !== undefined) pool.afterRead(paths, warming);
      // Without a pool no server runs that has to learn of a read; one may be started for the file.
      else if (warming !== undefined && !isDisposed) {
        ignoreRejection(load().then((loaded) => loaded.afterRead(paths, warming)));
      }
    },
    async dispose() {
      isDisposed = true;
      await pool?.dispose();
    },
  };
}
