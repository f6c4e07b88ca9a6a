import type {
  Server as SdkServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { RuntimeSession } from "../../../runtime/index.js";
import { type KeysOf, requireOptions, sha256Hex } from "../../../values/index.js";
import {
  IDENTITY_NAMES,
  loadServerSdk,
  type ServedIdentity,
  type ServedRuntime,
  serveSession,
} from "./serve-session.js";

/** Bytes of a request; inputs of tools are far smaller. */
const DEFAULT_MAX_BODY_BYTES = 4_194_304;

/** Open sessions at the same time. */
const DEFAULT_MAX_SESSIONS = 64;

/** Milliseconds after which an idle session may be replaced by another; half an hour. */
const IDLE_MS = 1_800_000;

/** Loopback names of this machine. */
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Options of a runtime that is served over HTTP. */
export interface McpHandlerOptions extends ServedIdentity {
  /**
   * Token that clients send as `Authorization: Bearer <token>`; `false` if a layer in front of the handler authenticates
   * callers.
   */
  readonly token: string | false;
  /** Allowed names in the `Host` header. Default: those of the loopback interface, against DNS rebinding. */
  readonly allowedHosts?: readonly string[];
  /**
   * Allowed hosts of web pages (`Origin`). Default: those of the loopback interface; a request without `Origin` does not
   * come from a web page.
   */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of a request body. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Open sessions at the same time. Default 64. */
  readonly maxSessions?: number;
}

/** The names of the options of {@link createMcpHandler} that are not those of the identity. */
export const HTTP_OPTION_NAMES = {
  token: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxBodyBytes: true,
  maxSessions: true,
} as const satisfies KeysOf<Omit<McpHandlerOptions, keyof ServedIdentity>>;

/** Streamable HTTP handler from web requests to web responses, for any server that uses them. */
export interface McpHandler {
  fetch(request: Request): Promise<Response>;
  /** Ends every session. */
  close(): Promise<void>;
}

interface HttpSession {
  readonly session: RuntimeSession;
  readonly server: SdkServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

/**
 * Creates a handler for streamable HTTP: every session of the protocol is a session of the runtime.
 *
 * A request with a wrong host (403), origin (403) or token (401), or that is too large (413), is refused before its body is
 * read.
 *
 * @example
 * const handler = createMcpHandler(runtime, { token: process.env.TOKEN ?? false });
 * export default { fetch: handler.fetch };
 */
export function createMcpHandler(runtime: ServedRuntime, options: McpHandlerOptions): McpHandler {
  requireOptions("createMcpHandler", options, { ...HTTP_OPTION_NAMES, ...IDENTITY_NAMES });
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, maxSessions = DEFAULT_MAX_SESSIONS } = options;
  const sessions = new Map<string, HttpSession>();
  let opening = 0;
  let isClosed = false;

  const end = async (id: string): Promise<void> => {
    const ended = sessions.get(id);
    if (ended === undefined) return;
    sessions.delete(id);
    await ended.server.close().catch(() => undefined);
    await ended.session[Symbol.asyncDispose]();
  };

  const open = async (request: Request): Promise<Response> => {
    if (sessions.size + opening >= maxSessions) {
      for (const [id, { usedAt }] of sessions) if (Date.now() - usedAt > IDLE_MS) await end(id);
    }
    if (sessions.size + opening >= maxSessions)
      return refusal(503, "Too many sessions are open. Try again later.");
    opening += 1;
    try {
      const { Server, WebStandardStreamableHTTPServerTransport: Transport } = await loadServerSdk();
      const session = runtime.session();
      const server = serveSession(Server, runtime, session, options);
      const transport: WebStandardStreamableHTTPServerTransport = new Transport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) =>
          void sessions.set(id, { session, server, transport, usedAt: Date.now() }),
        onsessionclosed: end,
        maxRequestBodySize: maxBodyBytes,
      });
      await server.connect(transport);
      const response = await transport.handleRequest(request);
      // A request that opens no session leaves no state.
      if (transport.sessionId === undefined) {
        await server.close().catch(() => undefined);
        await session[Symbol.asyncDispose]();
      }
      return response;
    } finally {
      opening -= 1;
    }
  };

  return {
    async fetch(request) {
      if (isClosed) return refusal(503, "The server is closed.");
      const refused = await judgeRequest(request, { ...options, maxBodyBytes });
      if (refused !== undefined) return refused;
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request);
      const found = sessions.get(id);
      if (found === undefined) return refusal(404, "This session does not exist. Initialize a new one.");
      found.usedAt = Date.now();
      return found.transport.handleRequest(request);
    },
    async close() {
      isClosed = true;
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

async function judgeRequest(
  { headers }: Request,
  options: McpHandlerOptions & { readonly maxBodyBytes: number },
): Promise<Response | undefined> {
  const { token, allowedHosts = LOOPBACK, allowedOrigins = LOOPBACK, maxBodyBytes } = options;
  const host = hostname(`http://${headers.get("host") ?? ""}`);
  if (host === undefined || !allowedHosts.includes(host))
    return refusal(403, "This host name is not served here.");
  const origin = headers.get("origin");
  if (origin !== null && !allowedOrigins.includes(hostname(origin) ?? "")) {
    return refusal(403, "Web pages of this origin may not call.");
  }
  if (token !== false && !(await isBearer(headers.get("authorization"), token))) {
    return refusal(401, "A bearer token is needed: Authorization: Bearer <token>.", {
      "WWW-Authenticate": "Bearer",
    });
  }
  if (Number(headers.get("content-length") ?? 0) > maxBodyBytes) {
    return refusal(413, `The request is larger than ${maxBodyBytes} bytes.`);
  }
  return undefined;
}

function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

// Digests are compared, so that the timing reveals nothing about the token.
async function isBearer(header: string | null, token: string): Promise<boolean> {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const [one, other] = await Promise.all([given, token].map((each) => sha256Hex(each)));
  return one === other;
}

/** Creates an error response that clients of the protocol understand. */
function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
  return Response.json(body, { status, headers });
}
