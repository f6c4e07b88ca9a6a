import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { localPages } from "../../../../src/backends/local/web/index.js";

/** Starts a server with an untrusted certificate, and a reader of its pages. */
async function startSecureSite(): Promise<{ read: () => Promise<unknown>; names: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "collet-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", [...request, "-subj", "/CN=secure.example", "-keyout", key, "-out", cert], {
    stdio: "pipe",
  });
  const names: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (message, response) => {
    names.push(String((message.socket as TLSSocket & { servername?: string }).servername));
    response.writeHead(200, { "content-type": "text/plain" }).end("secret handshake");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const pages = localPages({
    resolve: async () => [{ address: "93.184.215.14", family: 4 }],
    connect: () => openSocket(port, "127.0.0.1"),
  });
  return {
    names,
    read: () =>
      pages.read({
        url: "https://secure.example/",
        signal: new AbortController().signal,
        mayVisit: async () => false,
      }),
  };
}

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasOpenssl)("a page with https", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("a page is refused if its certificate is not trusted", async () => {
    const { read, names } = await startSecureSite();
    await expect(read()).rejects.toMatchObject({
      code: "network-error",
      retryable: false,
      message: expect.stringContaining("SELF_SIGNED"),
    });
    expect(names).toEqual([]);
  });

  it("a page is read over the checked connection, under the host's name", async () => {
    const { read, names } = await startSecureSite();
    // The process-wide trust setting applies here as well.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await read()).toMatchObject({ text: "secret handshake" });
    expect(names).toEqual(["secure.example"]);
  });
});
