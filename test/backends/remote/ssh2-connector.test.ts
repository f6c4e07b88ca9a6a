import { createServer, Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { remoteBackend, type Ssh2Client, ssh2Connector } from "../../../src/adapters/remote/index.js";

/** A client that keeps the socket which it gets, and fails. */
function failingClient(sockets: unknown[]): new () => Ssh2Client {
  return class {
    readonly #listeners = new Map<string, (value: never) => void>();

    on(event: string, listener: (value: never) => void): void {
      this.#listeners.set(event, listener);
    }

    once(event: string, listener: (value: never) => void): void {
      this.#listeners.set(event, listener);
    }

    exec(): void {}

    end(): void {}

    connect({ sock }: { readonly sock: unknown }): void {
      sockets.push(sock);
      this.#listeners.get("error")?.(new Error("no login") as never);
    }
  } as unknown as new () => Ssh2Client;
}

describe("ssh2Connector", () => {
  it("passes the client a connected socket that sends each message at once", async () => {
    const server = createServer();
    await new Promise<void>((done) => {
      server.listen(0, "127.0.0.1", done);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as { readonly port: number };
    const setNoDelay = vi.spyOn(Socket.prototype, "setNoDelay");
    onTestFinished(() => setNoDelay.mockRestore());
    const sockets: unknown[] = [];
    const connect = ssh2Connector({
      Client: failingClient(sockets),
      ...{ host: "127.0.0.1", port, username: "ci", password: "x" },
      hostKey: `SHA256:${"A".repeat(43)}`,
    });
    await expect(remoteBackend({ connect })).rejects.toThrow("no login");
    expect(sockets).toHaveLength(1);
    const at = setNoDelay.mock.contexts.indexOf(sockets[0] as Socket);
    expect(setNoDelay.mock.calls[at]).toEqual([true]);
  });
});
