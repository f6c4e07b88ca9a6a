import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { createToolRuntime, localBackend } from "../../../src/index.js";
import { inProcess } from "../../backends/remote/worker-pair.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";

it("A call whose connection is lost on a second machine is not repeated on the first one", async () => {
  const root = await temporaryFolder();
  const served = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
  // A machine is told from another one by its records.
  const first = inProcess(served, { records: await temporaryFolder() });
  const second = inProcess(served, { records: await temporaryFolder() });
  let connections = 0;
  let cut = () => {};
  let isCutAtResult = false;
  const connect: Connector = async () => {
    connections += 1;
    const stream = await (connections % 2 === 1 ? first : second).connect();
    cut = () => stream.close();
    async function* received() {
      for await (const bytes of stream.input) {
        if (isCutAtResult && Buffer.from(bytes).includes('"recorded"')) {
          isCutAtResult = false;
          stream.close();
          return;
        }
        yield bytes;
      }
    }
    return { ...stream, input: received() };
  };
  const backend = await remoteBackend({ connect });
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
    await served.dispose();
  });
  const run = (id: string, cmd: string) => runtime.execute({ id, name: "Bash", input: { cmd } as never });
  expect(await run("1", "true")).toMatchObject({ status: "done" });
  cut();
  expect(
    await runtime.execute({ id: "2", name: "Glob", input: { filePattern: "*" } as never }),
  ).toMatchObject({
    status: "done",
  });
  expect(connections).toBe(2);
  isCutAtResult = true;
  const lost = await run("3", "echo ran >> log.txt");
  expect(isCutAtResult).toBe(false);
  expect(connections).toBe(3);
  expect(lost).toMatchObject({ status: "error", error: { errorCode: "connection-lost" } });
  expect(await readFile(join(root, "log.txt"), "utf8")).toBe("ran\n");
});
