import { ignoreRejection } from "../../contract/index.js";

/**
 * Checks a conversation that a host passed; throws a `TypeError` that names the first invalid message and the missing
 * field.
 */
export function checkMessages(messages: unknown): void {
  if (!isList(messages)) throw new TypeError("runAgent: messages must be a list of messages.");
  for (const [index, message] of messages.entries()) {
    const problem = readProblem(message);
    if (problem !== undefined) throw new TypeError(`runAgent: messages[${index}] ${problem}.`);
  }
}

/** Returns whether a value has the form of a list of content parts. Never throws. */
export function isContent(value: unknown): boolean {
  // Not `every` of the list itself, which skips its holes.
  return (
    isList(value) && holds(() => Array.from(value).every((part) => typeof fieldsOf(part)?.type === "string"))
  );
}

/** Returns the result of a check; `false` for a value that throws when it is read. */
export function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return holds(() => Array.isArray(value));
}

function readProblem(message: unknown): string | undefined {
  try {
    return problemOf(message);
  } catch (thrown) {
    ignoreRejection(thrown);
    return "cannot be read";
  }
}

function problemOf(message: unknown): string | undefined {
  const fields = fieldsOf(message);
  switch (fields?.role) {
    case "user":
      if (typeof fields.content === "string" || isContent(fields.content)) return undefined;
      return 'has the role "user" and needs content: a string or a list of content parts';
    case "assistant":
      if (typeof fields.text === "string" && Array.isArray(fields.toolCalls)) return undefined;
      return 'has the role "assistant" and needs text, a string, and toolCalls, a list';
    case "tool":
      if (Array.isArray(fields.results) && fields.results.every(isResult)) return undefined;
      return 'has the role "tool" and needs results: the list that executeBatch returned';
    default:
      return 'must have the role "user", "assistant" or "tool"';
  }
}

function isResult(value: unknown): boolean {
  const { callId, status, content } = fieldsOf(value) ?? {};
  return typeof callId === "string" && typeof status === "string" && isContent(content);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
