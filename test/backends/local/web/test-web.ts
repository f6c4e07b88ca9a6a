import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect as openSocket } from "node:net";
import { onTestFinished } from "vitest";
import type { ConnectTarget, HostAddress, LocalWebOptions } from "../../../../src/backends/local/index.js";
import { localPages } from "../../../../src/backends/local/web/index.js";
import { ToolError, type WebPage, type WebPageRequest } from "../../../../src/contract/index.js";

/** An address that belongs to the public internet. */
export const PUBLIC_ADDRESS = "93.184.215.14";

/** A web of one server, which every address that may be connected to leads to. */
export interface TestWeb {
  readonly options: Required<Pick<LocalWebOptions, "resolve" | "connect">>;
  /** Requests that reached the server. */
  readonly requests: readonly Pick<IncomingMessage, "url" | "headers">[];
  /** Targets of connections. */
  readonly dialled: readonly Omit<ConnectTarget, "signal">[];
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a web.
 *
 * @param names - what the addresses of hosts are; a host that is not there has the public one
 */
export async function startTestWeb(
  listener: RequestListener,
  names: Readonly<Record<string, readonly string[]>> = {},
): Promise<TestWeb> {
  const requests: Pick<IncomingMessage, "url" | "headers">[] = [];
  const dialled: Omit<ConnectTarget, "signal">[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    dialled,
    port,
    options: {
      resolve: async (host) => (names[host] ?? [PUBLIC_ADDRESS]).map(hostAddress),
      connect: async ({ signal, ...target }) => {
        dialled.push(target);
        const socket = openSocket({ port, host: "127.0.0.1", signal });
        await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
        return socket;
      },
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hostAddress(address: string): HostAddress {
  return { address, family: address.includes(":") ? 6 : 4 };
}

/** Reads pages of a web that ends with the test. */
export interface TestReader {
  readonly web: TestWeb;
  read(url: string, request?: Partial<WebPageRequest>): Promise<WebPage>;
  /** The text of a page. */
  text(url: string, request?: Partial<WebPageRequest>): Promise<string>;
  /** The error that a read ends with. */
  failure(url: string, request?: Partial<WebPageRequest>): Promise<ToolError>;
}

/** Creates a web and its reader. */
export async function createTestReader(
  listener: RequestListener,
  {
    names = {},
    ...options
  }: LocalWebOptions & { readonly names?: Readonly<Record<string, readonly string[]>> } = {},
): Promise<TestReader> {
  const web = await startTestWeb(listener, names);
  onTestFinished(() => web.close());
  const pages = localPages({ ...web.options, ...options });
  const read: TestReader["read"] = (url, request = {}) =>
    pages.read({ url, signal: new AbortController().signal, mayVisit: async () => false, ...request });
  return {
    web,
    read,
    async text(url, request) {
      const page = await read(url, request);
      if (page.type !== "text") throw new Error(`a page of type ${page.type}`);
      return page.text;
    },
    async failure(url, request) {
      let page: WebPage;
      try {
        page = await read(url, request);
      } catch (error) {
        if (ToolError.isInstance(error)) return error;
        throw error;
      }
      throw new Error(`expected a ToolError, but got ${JSON.stringify(page).slice(0, 300)}`);
    },
  };
}
