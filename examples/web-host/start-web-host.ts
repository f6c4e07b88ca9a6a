import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApprovalHandler } from "collet";
import { EventStream, type StreamedEvent } from "./event-stream.js";
import { OpenQuestions, parseAnswer } from "./open-questions.js";

/** A web page on this machine, for one user. */
export interface WebHost extends AsyncDisposable {
  /** The address of the page. The part after `#` is the token; browsers do not send that part to servers. */
  readonly url: string;
  /** Asks the user on the page. */
  readonly onApproval: ApprovalHandler;
  /** Shows an event on the page. */
  publish(event: StreamedEvent): void;
}

const LOOPBACK = "127.0.0.1";
const TOKEN_BYTES = 32;
/** Limit of the body of an answer, reason included. */
const MAX_BODY_BYTES = 16 * 1024;

const PAGE_FILES: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  "/": { name: "page.html", type: "text/html; charset=utf-8" },
  "/page.js": { name: "page.js", type: "text/javascript; charset=utf-8" },
};

const HEADERS = {
  // Other sites cannot put the buttons into a frame, and text of the model cannot become a script.
  "content-security-policy":
    "default-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Starts a server on the loopback address. Other users of the machine and other sites in the browser can reach it too, so
 * reading events and answering require the token.
 */
export async function startWebHost(): Promise<WebHost> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const events = new EventStream();
  const questions = new OpenQuestions();
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  const origin = `${LOOPBACK}:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    // A site whose name resolves to this address (DNS rebinding) sends its own name as host.
    if (request.headers.host !== origin) return end(response, 403);
    const { pathname, searchParams } = new URL(request.url ?? "/", `http://${origin}`);
    const route = `${request.method} ${pathname}`;
    const file = Object.hasOwn(PAGE_FILES, pathname) ? PAGE_FILES[pathname] : undefined;
    if (file !== undefined && request.method === "GET") {
      response.setHeader("content-type", file.type);
      response.end(await readFile(new URL(file.name, import.meta.url)));
      return;
    }
    // An EventSource cannot set headers.
    const given = route === "GET /events" ? searchParams.get("token") : bearer(request);
    if (!isSame(given ?? "", token)) return end(response, 401);
    if (route === "GET /events") return events.add(response, Number(request.headers["last-event-id"] ?? 0));
    const id = /^POST \/answers\/([\w-]+)$/.exec(route)?.[1];
    if (id === undefined) return end(response, 404);
    const body = await readBody(request);
    if (body === undefined) return end(response, 413);
    const answer = parseAnswer(body);
    if (answer === undefined) return end(response, 400);
    // 409: the question was answered on another page, or was never asked.
    end(response, questions.answer(id, answer) ? 204 : 409);
  }

  return {
    url: `http://${origin}/#${token}`,
    onApproval: questions.ask,
    publish: (event) => events.publish(event),
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
}

/** Compares two strings in constant time. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads the body as text; returns `undefined` if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read to the end even if it is too long: closing a request that was not read loses the response.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString("utf8");
}
