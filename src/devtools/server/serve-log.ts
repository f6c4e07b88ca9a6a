import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { ToolRuntime } from "../../runtime/index.js";
import type { RunLog } from "../records/index.js";
import { createRequestHandler, type PageAnswer } from "./handle-request.js";

/** Bytes of the token. */
const TOKEN_BYTES = 32;

/** Options of the page. */
export interface ServeOptions {
  /** The port on 127.0.0.1. Default 0: a free one. */
  readonly port?: number | undefined;
}

/** The abilities of the page beside showing records. */
export interface ServeLogOptions extends ServeOptions {
  /** The runtime of the playground. Absent for a recording: the page has no playground then. */
  readonly runtime?: ToolRuntime | undefined;
  /** Passes on an answer; returns whether the question still waited. Absent for a recording. */
  readonly answer?: (question: string, answer: PageAnswer) => boolean;
}

/** A served page. */
export interface LogServer extends AsyncDisposable {
  /** The address with its token in the fragment, which browsers send to no server. */
  readonly url: string;
}

/** Serves the page of a log on the loopback interface. */
export async function serveLog(
  log: RunLog,
  { port = 0, runtime, answer }: ServeLogOptions = {},
): Promise<LogServer> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  const handle = createRequestHandler({ log, token, port: bound, runtime, answer });
  server.on("request", (request, response) => void handle(request, response));
  // The page must not keep a host alive that has ended its work.
  server.unref();
  return {
    url: `http://127.0.0.1:${bound}/#${token}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
