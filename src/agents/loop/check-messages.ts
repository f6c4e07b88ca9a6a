/**
 * Checks a conversation that a host passed; throws a `TypeError` that names the first invalid message and the missing
 * field.
 */
export function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) throw new TypeError("runAgent: messages must be a list of messages.");
  for (const [index, message] of messages.entries()) {
    const problem = problemOf(message);
    if (problem !== undefined) throw new TypeError(`runAgent: messages[${index}] ${problem}.`);
  }
}

/** Returns whether a value has the form of a list of content parts. */
export function isContent(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof fieldsOf(part)?.type === "string");
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
