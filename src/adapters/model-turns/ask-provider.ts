import { describeThrown } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

/**
 * Sends a request to a provider; converts errors of its client to an error with the provider, the status and the message.
 * Replies that are errors, as gateways send them, and values that are not objects become errors too.
 *
 * After an abort the client's own error is thrown, because its message is not used.
 */
export async function askProvider<Reply>(
  provider: string,
  signal: AbortSignal,
  ask: () => PromiseLike<Reply>,
): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await ask();
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const status = statusOf(thrown);
    const what = status === undefined ? "could not be asked" : `refused the request with status ${status}`;
    throw new Error(`${provider} ${what}: ${messageOf(thrown, status)}`, { cause: thrown });
  }
  if (!isRecord(reply)) {
    const what = reply === null || Array.isArray(reply) ? JSON.stringify(reply) : typeof reply;
    throw new Error(`${provider} returned no reply: its client resolved to ${what.slice(0, 80)}.`);
  }
  const refused = isRecord(reply.error) ? saidIn(reply.error) : undefined;
  if (refused !== undefined) throw new Error(`${provider}: ${refused.slice(0, MAX_MESSAGE_CHARACTERS)}`);
  return reply;
}

const MAX_MESSAGE_CHARACTERS = 1_000;

function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const { status, statusCode } = thrown as { readonly status?: unknown; readonly statusCode?: unknown };
  return [status, statusCode].find((each) => typeof each === "number");
}

/** Returns the provider's message: from the body that its client kept or wrote into the message, otherwise the message. */
function messageOf(thrown: unknown, status: number | undefined): string {
  const written = describeThrown(thrown);
  const body = (thrown as { readonly error?: unknown } | null)?.error ?? parsedBody(written);
  const said = saidIn(body) ?? (status === undefined ? written : written.replace(`${status} `, ""));
  return said.slice(0, MAX_MESSAGE_CHARACTERS);
}

function saidIn(body: unknown, depth = 0): string | undefined {
  if (typeof body !== "object" || body === null || depth > 2) return undefined;
  const { error, message } = body as { readonly error?: unknown; readonly message?: unknown };
  return saidIn(error, depth + 1) ?? (typeof message === "string" && message !== "" ? message : undefined);
}

function parsedBody(text: string): unknown {
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  try {
    return JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
}
