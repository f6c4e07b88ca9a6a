import { openRemote, type RemoteBackend, type RemoteBackendOptions } from "../../backends/remote/index.js";
import type { CallingBackend } from "../../contract/index.js";
import { RemoteCalls } from "./host/index.js";

/**
 * Connects to `collet serve --stdio` on another machine, or in a container, and returns a backend whose files, locks,
 * search, commands and stored outputs are there. The built-in tools of a runtime run there as well: a call is one message and one
 * answer.
 *
 * A lost connection is opened again at the next use. A call that was sent before is repeated only if it only reads; the
 * result of any other states what happened, after a check of the files.
 *
 * @throws ToolError `connection-lost` when the worker cannot be started
 * @example
 * const backend = await remoteBackend({ connect: sshConnector({ host: "build.example.com" }) });
 * const runtime = createToolRuntime({ cwd: "/srv/project", backend });
 */
export async function remoteBackend(options: RemoteBackendOptions): Promise<RemoteBackend & CallingBackend> {
  const { backend, link } = await openRemote(options);
  let runtimes = 0;
  const calls: CallingBackend["calls"] = {
    open: (settings) => {
      runtimes += 1;
      return new RemoteCalls(link, runtimes, settings);
    },
  };
  return { ...backend, calls };
}
