import { realpath } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { createToolRuntime, localBackend, type ToolRuntimeOptions } from "../../../src/index.js";
import { inProcess } from "../../backends/remote/worker-pair.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";

/** A runtime over a connection to a worker in this process, whose messages are counted. */
export interface RemoteFixture {
  readonly root: string;
  /** Folder of the worker's records of calls. */
  readonly records: string;
  readonly runtime: ReturnType<typeof createToolRuntime>;
  /** Number of messages that the host has sent. */
  readonly sent: () => number;
  readonly call: (name: string, input: object) => ReturnType<RemoteFixture["runtime"]["execute"]>;
}

/** Opens a runtime over a worker in this process; both end with the test. */
export async function remoteFixture(
  tree: Readonly<Record<string, string>>,
  options: Omit<ToolRuntimeOptions, "backend" | "cwd"> = {},
  around: (connect: Connector) => Connector = (connect) => connect,
): Promise<RemoteFixture> {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, tree);
  const stateDirectory = await temporaryFolder();
  const served = localBackend({ stateDirectory, languageServers: "off" });
  const records = await temporaryFolder();
  const { connect } = inProcess(served, { records });
  let sent = 0;
  const counting: Connector = async () => {
    const stream = await connect();
    return {
      ...stream,
      write: (bytes) => {
        sent += 1;
        return stream.write(bytes);
      },
    };
  };
  const backend = await remoteBackend({ connect: around(counting) });
  const runtime = createToolRuntime({ cwd: root, permissions: "allow-all", ...options, backend });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
    await served.dispose();
  });
  let calls = 0;
  return {
    root,
    records,
    runtime,
    sent: () => sent,
    call: (name, input) => {
      calls += 1;
      return runtime.execute({ id: `call-${calls}`, name, input: input as never });
    },
  };
}
