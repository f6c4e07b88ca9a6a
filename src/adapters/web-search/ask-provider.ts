import { ToolError } from "../../contract/index.js";

/** Bytes of an answer that are read: one hit with a page of 10 MB must not lose the others. */
const MAX_ANSWER_BYTES = 12 * 1024 ** 2;

/** Bytes of an error that are read, and characters of it that are reported. */
const MAX_ERROR_BYTES = 16 * 1024;
const MAX_ERROR_CHARACTERS = 200;

/** Options that every provider accepts in addition to its own. */
export interface ProviderOptions {
  /** Function that makes the requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Request to a search service. */
export interface ProviderRequest extends ProviderOptions {
  /** Name for messages. */
  readonly provider: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
  readonly signal: AbortSignal;
  /** Advice by status, for statuses with a particular meaning. */
  readonly advice?: Readonly<Record<number, string>>;
}

/**
 * Sends a request to a search service and returns its JSON.
 *
 * Redirects are refused, because they would receive the key too. Messages never contain a key or the address of the service.
 *
 * @throws ToolError `http-error`, `network-error`, `content-too-large`, `unsupported-content`, `cancelled`
 */
export async function askProvider(request: ProviderRequest): Promise<unknown> {
  const { provider, url, headers = {}, body, signal, advice = {}, fetch = globalThis.fetch } = request;
  let response: Response;
  try {
    response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal,
    });
  } catch (cause) {
    throw unreachable(provider, signal, cause);
  }
  const { status } = response;
  if (status < 200 || status > 299) {
    const said = await boundedText(response, MAX_ERROR_BYTES).catch(() => undefined);
    const retryAfter = response.headers.get("retry-after");
    throw refused(request, { status, retryAfter, advice: advice[status], said });
  }
  let text: string | undefined;
  try {
    text = await boundedText(response, MAX_ANSWER_BYTES);
  } catch (cause) {
    throw unreachable(provider, signal, cause);
  }
  if (text === undefined) {
    throw new ToolError(
      `${provider} answered with more than ${MAX_ANSWER_BYTES} bytes. Use a narrower query, or ask for fewer results.`,
      { code: "content-too-large" },
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolError(
      `${provider} answered with something other than JSON. The operator of this agent should check the configuration of ${provider}.`,
      { code: "unsupported-content", cause },
    );
  }
}

function unreachable(provider: string, signal: AbortSignal, cause: unknown): unknown {
  if (signal.aborted) return signal.reason;
  const { cause: inner } = cause as { readonly cause?: { readonly code?: unknown } };
  const why = typeof inner?.code === "string" ? ` (${inner.code})` : "";
  return new ToolError(`${provider} cannot be reached${why}. Try again later.`, {
    code: "network-error",
    retryable: true,
    cause,
  });
}

function refused(
  { provider, headers = {} }: ProviderRequest,
  {
    status,
    retryAfter,
    advice,
    said,
  }: {
    readonly status: number;
    readonly retryAfter: string | null;
    readonly advice: string | undefined;
    readonly said: string | undefined;
  },
): ToolError {
  const retryable = status === 429 || status >= 500;
  const wait = /^\d{1,6}$/.test(retryAfter ?? "") ? `in ${retryAfter} seconds` : "later";
  const secrets = Object.values(headers).flatMap((value) => [value, value.replace(/^Bearer /, "")]);
  const words = errorWords(said ?? "");
  // A service may repeat the key that it refuses.
  const quoted =
    words === "" || secrets.some((secret) => words.includes(secret))
      ? ""
      : ` (${words.slice(0, MAX_ERROR_CHARACTERS)})`;
  return new ToolError(
    `${provider} answered with status ${status}${quoted}. ${advice ?? STATUS_ADVICE[status] ?? (retryable ? "The service has a problem." : "The operator of this agent should check its configuration.")}${retryable ? ` Try again ${wait}.` : ""}`,
    { code: "http-error", retryable },
  );
}

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  401: "Its key is missing or wrong: the operator of this agent must set a valid one.",
  403: "Its key does not allow this: the operator of this agent must check it.",
  422: "It does not accept this query. Use fewer and simpler words.",
  429: "Its rate limit or quota is exceeded.",
};

/** Returns the message in an error's JSON, under any of the usual keys, as one short line. */
function errorWords(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "";
  }
  for (let depth = 0; depth < 4 && typeof value === "object" && value !== null; depth += 1) {
    const { detail, error, message } = value as Readonly<Record<string, unknown>>;
    value = detail ?? error ?? message;
  }
  if (typeof value !== "string") return "";
  return value.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
}

/** Returns the text of a body, or undefined if it is longer; the rest is not read. */
async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
