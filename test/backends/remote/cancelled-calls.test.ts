import { describe, expect, it } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { memoryBackend, type Search, type Shell } from "../../../src/index.js";
import { inProcess } from "./worker-pair.js";

/** Passes the messages of the host one by one, each after the worker had time to act on the one before it. */
function oneByOne(connect: Connector): Connector {
  return async () => {
    const stream = await connect();
    let passed: Promise<void> = Promise.resolve();
    const write = (bytes: Uint8Array) => {
      passed = passed.then(async () => {
        await stream.write(bytes);
        for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
      });
      return passed;
    };
    return { ...stream, write };
  };
}

const signal = AbortSignal.abort();

describe("a call whose signal is already aborted", () => {
  it("starts as a cancelled one on its worker, before a further message arrives", async () => {
    const seen: string[] = [];
    const shell: Shell = {
      run: async (request) => {
        seen.push(`command ${request.signal.aborted}`);
        return { exitCode: null, reason: "abort", durationMs: 0 };
      },
    };
    const search: Search = {
      async *files(scope) {
        seen.push(`search ${scope.signal.aborted}`);
        yield "/a.txt";
      },
      async *text() {},
    };
    const { connect } = inProcess({ ...memoryBackend(), shell, search });
    const backend = await remoteBackend({ connect: oneByOne(connect) });
    await backend.shell?.run({ command: "rm a", cwd: "/", signal, onOutput: () => {} });
    for await (const _path of backend.search?.files({ path: "/", signal }) ?? []);
    expect(seen).toEqual(["command true", "search true"]);
    await backend.dispose();
  });
});
