import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Connector, type RemoteStream, remoteBackend } from "../../../src/adapters/remote/index.js";
import { encodeFrame } from "../../../src/backends/remote/wire/index.js";
import { ToolError } from "../../../src/index.js";
import { HELLO, type Head, hostile } from "./hostile-worker.js";

/** First message of a worker that runs commands. */
const WITH_SHELL = {
  ...HELLO,
  shell: { languages: ["bash"], takesInput: false, confinesCommands: false, runsPrograms: false },
};

const failure = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (ToolError.isInstance(error) ? `${error.code}: ${error.message}` : String(error)),
  );

const answering = (value: unknown) =>
  hostile(({ id }, send) => send(encodeFrame({ type: "result", id, value })));

async function resolveWith(connect: Connector): Promise<string> {
  const backend = await remoteBackend({ connect });
  try {
    return await failure(backend.files.resolve("/w"));
  } finally {
    await backend.dispose();
  }
}

describe("remoteBackend with a hostile worker", () => {
  it("refuses a frame of 4 GB without reading it", async () => {
    const huge = new Uint8Array([255, 255, 255, 255, 255, 255, 255, 255]);
    expect(await resolveWith(hostile((_, send) => send(huge)))).toContain(
      "connection-lost: The connection to the remote worker was lost: The peer announced a frame of 8589934590 bytes.",
    );
  });

  it.each<[string, (call: Head, send: (bytes: Uint8Array) => void) => void]>([
    ["a result for another call", (_, send) => send(encodeFrame({ type: "result", id: 77, value: 1 }))],
    ["a frame of an unknown type", ({ id }, send) => send(encodeFrame({ type: "run", id }))],
    ["a frame without JSON", (_, send) => send(new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0, 120, 120]))],
    ["a frame that is not an object", (_, send) => send(new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0, 91, 93]))],
  ])("ends the connection after %s", async (_, answer) => {
    expect(await resolveWith(hostile(answer))).toMatch(/^connection-lost: /);
  });

  it.each<[string, unknown]>([
    ["no object", "x"],
    ["a relative path", { path: "../x" }],
    ["metadata of an unknown type", { path: "/w", stat: { type: "door" } }],
    ["endless numbers", { path: "/w", stat: { type: "file", size: null, identity: "" } }],
  ])("refuses an answer with %s", async (_, value) => {
    expect(await resolveWith(answering(value))).toMatch(/^io-error: The remote worker sent /);
  });

  it.each(["/etc/passwd", "/work", "/w/../etc/passwd", "relative", "/w\0/x", 7])(
    "refuses a search result outside the searched folder: %j",
    async (path) => {
      const backend = await remoteBackend({ connect: answering({ items: { items: [path] } }) });
      const found = backend.search?.files({ path: "/w", signal: new AbortController().signal });
      const all = async () => {
        for await (const one of found ?? []) expect(one).toBe("never");
      };
      expect(await failure(all())).toContain("a path outside the searched folder");
      await backend.dispose();
    },
  );

  it.each(["..", "a/b", "", "a\0"])("refuses a listed name that leads elsewhere: %j", async (name) => {
    const listing = { items: [{ name, type: "file" }] };
    const connect = hostile(({ id, method }, send) =>
      send(
        encodeFrame({
          type: "result",
          id,
          value: method === "directory.list" ? listing : { handle: 1, identity: "1" },
        }),
      ),
    );
    const backend = await remoteBackend({ connect });
    const folder = await backend.files.openDirectory("/w");
    expect(await failure(folder.list())).toContain("io-error: The remote worker sent a name");
    await backend.dispose();
  });

  it("ends the connection when the worker names endless locks as taken over", async () => {
    const connect = hostile(({ id }, send) => {
      for (let from = 0; from < 100_000; from += 10_000) {
        const compromised = Array.from({ length: 10_000 }, (_, index) => from + index);
        send(encodeFrame({ type: "event", id, name: "start", compromised }));
      }
      send(encodeFrame({ type: "result", id, value: { path: "/w" } }));
    });
    expect(await resolveWith(connect)).toContain("more locks than it can hold");
  });

  it("passes on no output of a command after its host has refused some", async () => {
    let [sent, received] = [0, 0];
    let isCancelled = false;
    const connect: Connector = () => {
      const stream = hostile(({ id }, send) => {
        const flood = () => {
          // Ends when the host has asked for the end of the call, as far as such a worker does.
          if (isCancelled || sent > 10_000)
            return send(
              encodeFrame({ type: "result", id, value: { exitCode: 0, reason: "exit", durationMs: 1 } }),
            );
          sent += 1;
          send(encodeFrame({ type: "event", id, name: "output", value: "stdout" }, new Uint8Array(65_536)));
          setImmediate(flood);
        };
        flood();
      }, WITH_SHELL)() as RemoteStream;
      return {
        ...stream,
        write: (bytes) => {
          isCancelled ||= Buffer.from(bytes).includes('"type":"cancel"');
          return stream.write(bytes);
        },
      };
    };
    const backend = await remoteBackend({ connect });
    const running = backend.shell?.run({
      ...{ command: "yes", cwd: "/w", signal: new AbortController().signal },
      onOutput: () => {
        received += 1;
        if (received === 3) throw new Error("enough");
      },
    });
    expect(await failure(running as Promise<unknown>)).toContain("enough");
    expect([received, isCancelled]).toEqual([3, true]);
    await backend.dispose();
  });

  it.each<[string, object, string]>([
    ["another version", { version: 2 }, "install the same version of collet on both sides"],
    ["Windows", { platform: "win32" }, "workers on Windows are not supported"],
    ["no ports", { ports: 3 }, "a first message that cannot be read"],
  ])("refuses a worker with %s", async (_, changed, text) => {
    const connect = hostile(() => {}, { ...HELLO, ...changed } as never);
    expect(await failure(remoteBackend({ connect }))).toContain(text);
  });

  it("shows what was printed instead of the first message", async () => {
    const connect: Connector = () => ({
      input: (async function* () {
        yield new TextEncoder().encode("sh: 1: collet: not found\n");
      })(),
      write: async () => {},
      close: () => {},
    });
    expect(await failure(remoteBackend({ connect }))).toContain("it printed: sh: 1: collet: not found");
  });

  it("gives up when the worker does not start in time", async () => {
    const silent = new PassThrough();
    const connect: Connector = () => ({
      input: silent,
      write: async () => {},
      close: () => silent.destroy(),
    });
    expect(await failure(remoteBackend({ connect, connectTimeoutMs: 20 }))).toContain(
      "did not start within 20 ms",
    );
  });

  it("counts a worker as lost that is silent during a call", async () => {
    const backend = await remoteBackend({ connect: hostile(() => {}), silenceMs: 30 });
    expect(await failure(backend.files.resolve("/w"))).toContain("the worker was silent for");
    await backend.dispose();
  });
});
