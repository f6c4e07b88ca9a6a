import { serveRemote } from "../../adapters/remote/index.js";
import { findStateFolder, localBackend } from "../../backends/local/index.js";
import type { Backend } from "../../contract/index.js";
import type { CommandLineStreams } from "../command-line-streams.js";
import { claimSession } from "./claim-session.js";

/** Options of serving. */
export interface ServeStdioOptions
  extends Pick<CommandLineStreams, "stdin" | "stdout" | "signal" | "onOutputClosed"> {
  /** Whether this program is one file, without the programs of threads beside it. Default: false. */
  readonly isOneFile?: boolean;
}

/**
 * Serves this machine to a host over the standard streams, until the host ends the connection or the signal aborts.
 *
 * A host that is killed closes both streams. A change that runs then is completed or undone, as when only the input ends.
 */
export async function serveStdio(options: ServeStdioOptions): Promise<void> {
  const { stdin, stdout, signal, onOutputClosed, isOneFile } = options;
  const { textThreads, ...local } = localBackend({ languageServers: "off" });
  const backend: Backend =
    isOneFile === true || textThreads === undefined ? local : { ...local, textThreads };
  const folder = findStateFolder("remote");
  let release = async (): Promise<void> => {};
  let isOver = false;
  const stop = () => {
    isOver = true;
    stdin.destroy();
  };
  signal.addEventListener("abort", stop, { once: true });
  onOutputClosed?.(stop);
  try {
    await serveRemote({
      backend,
      input: stdin,
      write: (bytes) => void (isOver || stdout.write(bytes)),
      ...(folder.type !== "none" && { records: folder.path }),
      claim: async (session) => {
        if (folder.type === "none") throw new Error(`There is no safe state directory: ${folder.reason}.`);
        release = await claimSession(folder.path, session);
      },
    });
  } catch (error) {
    if (!isOver) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    await local.dispose();
    await release();
  }
}
