import { type IncomingMessage, request as openRequest } from "node:http";
import type { Duplex } from "node:stream";
import { ToolError } from "../../../../contract/index.js";
import { type Connect, encrypted, publicAddresses, type ResolveHost } from "../network/index.js";
import type { PageDeadline } from "./page-deadline.js";
import { hostOf } from "./page-url.js";

/** The route of requests from this machine. */
export interface Route {
  readonly resolve: ResolveHost;
  readonly connect: Connect;
  readonly userAgent: string;
}

/** Accepted media types, in order of preference. */
const ACCEPT = "text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.5";

/**
 * Requests a page and returns the answer with its body unread; the caller must end it.
 *
 * The addresses of the host are looked up once, checked, and connected to. No agent, pool or proxy of the
 * environment is involved, and no cookie or credential is sent.
 */
export async function openPage(url: URL, route: Route, deadline: PageDeadline): Promise<IncomingMessage> {
  const host = hostOf(url);
  const { signal } = deadline;
  deadline.touch();
  let stream: Duplex | undefined;
  try {
    const addresses = await untilAborted(publicAddresses(host, route.resolve), signal);
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    stream = await untilAborted(
      Promise.resolve(route.connect({ host, port, addresses, signal })),
      signal,
      (late) => late.destroy(),
    );
    if (url.protocol === "https:") stream = await encrypted(stream, host, signal);
    // The request handles errors while it runs; a later one must not end the process.
    stream.on("error", () => {});
    return await answerOf(url, stream, route.userAgent, signal);
  } catch (error) {
    stream?.destroy();
    throw failureOf(error, url, signal);
  }
}

function answerOf(
  url: URL,
  stream: Duplex,
  userAgent: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = openRequest({
      createConnection: () => stream,
      method: "GET",
      // The host of the URL, not the address: one server has many names.
      headers: {
        host: url.host,
        "user-agent": userAgent,
        accept: ACCEPT,
        "accept-encoding": "gzip, br, deflate",
        connection: "close",
      },
      setHost: false,
      path: `${url.pathname}${url.search}`,
      signal,
    });
    request.once("response", resolve);
    request.on("error", reject);
    request.once("upgrade", (_message, socket) => {
      socket.destroy();
      reject(new Error("the server changed the protocol"));
    });
    request.end();
  });
}

/**
 * Returns the error of a connection in words for the model; an abort by Collet's own limits is returned
 * unchanged.
 */
export function failureOf(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (ToolError.isInstance(error)) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const said = typeof code === "string" ? code : String(message ?? error);
  return new ToolError(
    `'${hostOf(url)}' could not be read: ${wordsFor(said)}. Check the URL, try again later, or read another page.`,
    { code: "network-error", retryable: !/CERT|SIGNED/.test(said), cause: error },
  );
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server answers there (ECONNREFUSED)",
  ECONNRESET: "the connection was interrupted (ECONNRESET)",
  ENETUNREACH: "the network is unreachable (ENETUNREACH)",
  EHOSTUNREACH: "the host is unreachable (EHOSTUNREACH)",
  ETIMEDOUT: "it does not answer (ETIMEDOUT)",
  HPE_HEADER_OVERFLOW: "its answer has too many headers (HPE_HEADER_OVERFLOW)",
};

function wordsFor(said: string): string {
  const known = WORDS[said];
  if (known !== undefined) return known;
  if (said.startsWith("HPE_")) return `its answer is not valid HTTP (${said})`;
  return /^(?:Z_|ERR__?)/.test(said) ? `its compressed content is corrupt (${said})` : said;
}

/** Settles like a promise unless the signal is aborted first: a look-up cannot be stopped, only abandoned. */
async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  onLate?: (value: Value) => void,
): Promise<Value> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    void work.then(onLate, () => undefined);
    throw error;
  } finally {
    if (abort !== undefined) signal.removeEventListener("abort", abort);
  }
}
