import { describeThrown, ignoreRejection, ignoreRejectionsIn, quietly } from "../../../contract/index.js";
import { inSeconds } from "../../../text/index.js";
import type { McpClient, McpListedTool } from "./mcp-client.js";
import {
  type AnswerFields,
  entriesOf,
  jsonCopy,
  type ListAllowance,
  listAllowance,
  readAnswer,
} from "./read-answer.js";

/** Milliseconds that a client has to close; the SDK ends a process within about 4 s. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Options of a checked client. */
export interface CheckedClientOptions {
  /** Milliseconds to list the tools. */
  readonly timeoutMs: number;
}

type AnyMethod = (...args: unknown[]) => unknown;

/**
 * Returns a client whose methods do what their types promise, whatever the client of the host does: each asynchronous one returns a
 * promise of a copied answer, and each failure is an `Error` with a message.
 *
 * Unchecked, a client that throws, never answers, or answers with another value would end a call with the error of an inner
 * function, keep a connection open for ever, or end the process of the host.
 */
export function checkedClient(client: McpClient, { timeoutMs }: CheckedClientOptions): McpClient {
  const call = async (method: keyof McpClient, args: readonly unknown[]): Promise<unknown> => {
    try {
      const answer = await (client[method] as AnyMethod).apply(client, [...args]);
      ignoreRejectionsIn(answer);
      return answer;
    } catch (thrown) {
      throw readableError(method, thrown);
    }
  };
  const ask = async <Answer>(
    method: keyof McpClient,
    args: readonly unknown[],
    read: (fields: AnswerFields) => Answer,
  ): Promise<Answer> => readAnswer(method, await call(method, args), read);
  const askList = (method: keyof McpClient, args: readonly unknown[], name: string) =>
    ask(method, args, (fields) => {
      const allowance = listAllowance();
      return entriesOf(fields, name).map((entry) => jsonCopy(entry, allowance));
    });
  return {
    listTools: (...args) =>
      inTime("listTools", timeoutMs, async () => ({
        tools: await ask("listTools", args, (fields) => {
          const allowance = listAllowance();
          return entriesOf(fields, "tools").flatMap((entry) => listedTool(entry, allowance));
        }),
      })),
    callTool: (...args) =>
      ask("callTool", args, ({ content, structuredContent, isError }) => ({
        content: jsonCopy(content),
        structuredContent: jsonCopy(structuredContent),
        isError: isError === true,
      })),
    listResources: async (...args) => ({ resources: await askList("listResources", args, "resources") }),
    listResourceTemplates: async (...args) => ({
      resourceTemplates: await askList("listResourceTemplates", args, "resourceTemplates"),
    }),
    readResource: async (...args) => ({ contents: await askList("readResource", args, "contents") }),
    ping: (options) => inTime("ping", options?.timeout ?? timeoutMs, () => call("ping", [options])),
    close: () => inTime("close", CLOSE_TIMEOUT_MS, async () => void (await call("close", []))),
    getServerCapabilities: () =>
      fact(
        () => client.getServerCapabilities(),
        ({ tools, resources }) => ({ tools, resources }),
      ),
    getServerVersion: () =>
      fact(
        () => client.getServerVersion(),
        ({ name, version }) =>
          typeof name === "string"
            ? { name, version: typeof version === "string" ? version : "" }
            : undefined,
      ),
    setNotificationHandler(...args) {
      try {
        ignoreRejectionsIn(client.setNotificationHandler(...args));
      } catch (thrown) {
        throw readableError("setNotificationHandler", thrown);
      }
    },
    get onclose() {
      const listener: unknown = client.onclose;
      ignoreRejection(listener);
      return typeof listener === "function" ? () => quietly(() => listener.call(client)) : undefined;
    },
    set onclose(listener) {
      client.onclose = listener;
    },
  };
}

/** Returns a fact about the server, or `undefined` if the client has none or fails. */
function fact<Fact>(ask: () => unknown, read: (fields: AnswerFields) => Fact | undefined): Fact | undefined {
  try {
    const answer = ask();
    ignoreRejectionsIn(answer);
    return typeof answer === "object" && answer !== null ? read(answer as AnswerFields) : undefined;
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns an entry of a list of tools; one that cannot be read keeps its name, so that a warning can name it. */
function listedTool(entry: unknown, allowance: ListAllowance): readonly McpListedTool[] {
  let name: unknown;
  try {
    name = (entry as Partial<McpListedTool> | null | undefined)?.name;
    if (typeof name === "string") return [{ ...(jsonCopy(entry, allowance) as McpListedTool), name }];
  } catch (thrown) {
    ignoreRejection(thrown);
  }
  return typeof name === "string" ? [{ name, inputSchema: undefined }] : [];
}

/** Returns an error as it is, or one that describes another thrown value; the numeric code of a protocol error stays. */
function readableError(method: string, thrown: unknown): Error {
  ignoreRejectionsIn(thrown);
  const described = new Error(`${method} of its client failed: ${describeThrown(thrown)}`);
  try {
    const { message, code } = thrown as { readonly message?: unknown; readonly code?: unknown };
    if (thrown instanceof Error && typeof message === "string" && message !== "") return thrown;
    return typeof code === "number" ? Object.assign(described, { code }) : described;
  } catch (unreadable) {
    ignoreRejection(unreadable);
    return described;
  }
}

/** Runs work of the client, and rejects if it takes longer than a time limit. */
function inTime<Value>(method: string, limitMs: number, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`${method} did not answer within ${inSeconds(limitMs)}`));
    const timer = setTimeout(expire, limitMs);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
