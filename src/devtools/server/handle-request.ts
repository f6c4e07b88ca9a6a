import { timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describeThrown } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { isRecord, packageFile } from "../../values/index.js";
import type { RunLog } from "../records/index.js";
import { playgroundCall, playgroundTools } from "./playground.js";

/** The document of the page; its script draws everything. */
const PAGE_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Collet DevTools</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/devtools-page.css">
    <script type="module" src="/devtools-page.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
`;

/** The most bytes of the body of a request. */
const MAX_BODY_BYTES = 4_194_304;

/** Bytes that wait for a slow page before its stream is closed: it then loads the records again. */
const MAX_PENDING_BYTES = 67_108_864;

/** The files of the page by path, beside this code in the package. */
const FILES: Readonly<Record<string, readonly [name: string, mediaType: string]>> = {
  "/devtools-page.js": ["devtools-page.js", "text/javascript; charset=utf-8"],
  "/devtools-page.css": ["devtools-page.css", "text/css; charset=utf-8"],
};

const LOCATION = {
  here: import.meta.url as string | undefined,
  source: "devtools/server/handle-request.ts",
};

/** Headers of every response. Scripts come from this server alone, and no other page can frame or read this one. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** An answer of the user on the page. */
export type PageAnswer =
  | { readonly approved: true; readonly remember?: "once" | "session" }
  | { readonly approved: false; readonly reason?: string };

/** Settings of {@link createRequestHandler}. */
export interface RequestHandlerOptions {
  readonly log: RunLog;
  readonly token: string;
  readonly port: number;
  readonly runtime: ToolRuntime | undefined;
  readonly answer: ((question: string, answer: PageAnswer) => boolean) | undefined;
}

/** A refusal with its status. */
class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Creates the handler of the page's requests.
 *
 * A request must name this machine as its host, so that no foreign site can reach it through its own host name, and every request for
 * data must carry the token.
 */
export function createRequestHandler(options: RequestHandlerOptions) {
  const hosts = new Set([`127.0.0.1:${options.port}`, `localhost:${options.port}`]);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!hosts.has(request.headers.host ?? "")) throw new RequestError(403, "Unknown host.");
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      if (path === "/") return sendText(PAGE_HTML, "text/html; charset=utf-8", response);
      const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
      if (file !== undefined) return await sendFile(file, response);
      if (!hasToken(request, options.token)) throw new RequestError(401, "The token is missing or wrong.");
      if (path === "/api/records") return streamLines(options.log, response);
      const body = await readBody(request);
      sendJson(await answerOf(path, body, options), response);
    } catch (error) {
      const status = error instanceof RequestError ? error.status : 500;
      if (response.headersSent) response.destroy();
      else {
        response.writeHead(status, { ...HEADERS, "content-type": "application/json" });
        response.end(JSON.stringify({ error: describeThrown(error) }));
      }
    }
  };
}

async function answerOf(path: string, body: unknown, options: RequestHandlerOptions): Promise<unknown> {
  const { runtime, answer } = options;
  if (path === "/api/state") return { live: answer !== undefined, tools: playgroundTools(runtime) };
  if (path === "/api/answer") {
    const isAnswered = answer?.(textOf(body, "question"), pageAnswerOf(body)) ?? false;
    if (!isAnswered) throw new RequestError(409, "The question no longer waits for an answer.");
    return {};
  }
  if (path === "/api/call") {
    if (runtime === undefined) throw new RequestError(409, "This is a recording: it has no tools to run.");
    return playgroundCall(runtime, {
      name: textOf(body, "name"),
      input: textOf(body, "input"),
      mode: textOf(body, "mode"),
      rule: isRecord(body) && body.rule !== undefined ? textOf(body, "rule") : undefined,
    });
  }
  throw new RequestError(404, "Not found.");
}

function pageAnswerOf(body: unknown): PageAnswer {
  if (!isRecord(body) || body.approved !== true) return { approved: false };
  return { approved: true, remember: body.remember === "session" ? "session" : "once" };
}

function textOf(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value === "string") return value;
  throw new RequestError(400, `The field ${name} must be a string.`);
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function sendFile(
  [name, mediaType]: readonly [string, string],
  response: ServerResponse,
): Promise<void> {
  const file = packageFile(name, LOCATION);
  if (file === undefined || !existsSync(file))
    throw new RequestError(
      404,
      `${name} is missing from the bundle of this host. Copy it from the dist folder of collet to the bundle.`,
    );
  sendText(await readFile(file), mediaType, response);
}

function sendText(text: string | Buffer, mediaType: string, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, "content-type": mediaType });
  response.end(text);
}

/** Sends the lines of the log and then those that follow, until the page leaves. */
function streamLines(log: RunLog, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, "content-type": "application/x-ndjson" });
  const send = (line: string): void => {
    response.write(`${line}\n`);
    if (response.writableLength > MAX_PENDING_BYTES) response.destroy();
  };
  response.write(`${log.lines().join("\n")}\n`);
  response.once("close", log.on(send));
}

function sendJson(value: unknown, response: ServerResponse): void {
  sendText(JSON.stringify(value), "application/json", response);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST") throw new RequestError(405, "Use POST.");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new RequestError(413, `A request has at most ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new RequestError(400, "The body must be JSON.");
  }
}
