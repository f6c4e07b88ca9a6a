import { type ServePortsOptions, serveConnection } from "../../backends/remote/index.js";
import { CallRecords, callMethods } from "./worker/index.js";

/** Options of {@link serveRemote}. */
export interface ServeRemoteOptions extends ServePortsOptions {
  /**
   * An existing folder that only this user can write, in which the calls of the host are recorded until it has their results.
   * Without it, a host that loses the connection during a change cannot learn what happened.
   */
  readonly records?: string | undefined;
}

/**
 * Serves a backend, and whole calls of built-in tools on it, to a host over a pair of streams until the host ends the connection.
 *
 * The host has all rights of this process: whoever can write to `input` can read and change files and run commands.
 */
export async function serveRemote({ records, ...options }: ServeRemoteOptions): Promise<void> {
  const { backend } = options;
  const folder = records === undefined ? undefined : CallRecords.open(records);
  await serveConnection({
    ...options,
    recordsId: folder?.id,
    methods: (host) => callMethods({ backend, records: folder, host }),
  });
}
