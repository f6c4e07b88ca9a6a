import type { Transport } from "@modelcontextprotocol/server";
import { requireOptions } from "../../values/index.js";
import {
  createMcpHandler,
  HTTP_OPTION_NAMES,
  IDENTITY_NAMES,
  loadServerSdk,
  loadStdioTransport,
  type McpHandlerOptions,
  type ServedIdentity,
  type ServedRuntime,
  serveSession,
} from "./server/index.js";

/** HTTP on the loopback interface; port 0 selects a free port. */
export type McpHttpTransport = { readonly port: number } & Omit<McpHandlerOptions, keyof ServedIdentity>;

/** Structural type of a transport of `@modelcontextprotocol/server`: this package works without the SDK's types. */
export interface McpTransport {
  start(): Promise<void>;
  send(...message: never[]): Promise<void>;
  close(): Promise<void>;
}

/** Options of `serveMcp`. */
export interface ServeMcpOptions extends ServedIdentity {
  /** `"stdio"`: the standard streams of this process. Otherwise HTTP, or a transport of `@modelcontextprotocol/server`. */
  readonly transport: "stdio" | McpHttpTransport | McpTransport;
}

/** Runtime that is being served. */
export interface McpServing extends AsyncDisposable {
  /** URL on which it listens; absent unless it is served over HTTP. */
  readonly url?: string;
  /** Resolves when serving ends: the client disconnected, or `close` was called. */
  readonly closed: Promise<void>;
  /** Ends every session; the runtime stays open. */
  close(): Promise<void>;
}

/**
 * Offers the tools of a runtime to clients of the Model Context Protocol.
 *
 * Over HTTP each client session is a session of the runtime; over a transport there is one session. Calls use the whole
 * pipeline: a call that needs approval asks through the client if it supports elicitation, and is refused otherwise.
 *
 * @throws McpError `missing-package` without `@modelcontextprotocol/server`
 *
 * @example
 * await using serving = await serveMcp(runtime, { transport: "stdio" });
 * await serving.closed;
 */
export async function serveMcp(runtime: ServedRuntime, options: ServeMcpOptions): Promise<McpServing> {
  requireOptions("serveMcp", options, { transport: true, ...IDENTITY_NAMES });
  const { transport, ...identity } = options;
  if (transport !== "stdio" && "port" in transport) return serveHttp(runtime, transport, identity);
  const { Server } = await loadServerSdk();
  const session = runtime.session();
  const server = serveSession(Server, runtime, session, identity);
  const closed = new Promise<void>((resolve) => {
    // When the client disconnects, the processes of its session end.
    server.onclose = () => void session[Symbol.asyncDispose]().then(resolve, resolve);
  });
  await server.connect(transport === "stdio" ? await standardStreams() : (transport as Transport));
  const close = async (): Promise<void> => {
    await server.close();
    await closed;
  };
  return { closed, close, [Symbol.asyncDispose]: close };
}

async function standardStreams(): Promise<Transport> {
  const { StdioServerTransport } = await loadStdioTransport();
  return new StdioServerTransport();
}

async function serveHttp(
  runtime: ServedRuntime,
  { port, ...http }: McpHttpTransport,
  identity: ServedIdentity,
): Promise<McpServing> {
  requireOptions("transport of serveMcp", { port, ...http }, { port: true, ...HTTP_OPTION_NAMES });
  // Checked now: the operator who starts the server must see a missing package, not its first client.
  await loadServerSdk();
  const { listen } = await import("./http/listen.js");
  const listener = await listen(createMcpHandler(runtime, { ...http, ...identity }), { port });
  let finish: () => void;
  const closed = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const close = async (): Promise<void> => {
    await listener.close();
    finish();
  };
  return { url: listener.url, closed, close, [Symbol.asyncDispose]: close };
}
