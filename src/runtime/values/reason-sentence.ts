/** Returns a reason as a sentence of a message, with a space before it; an empty string without a reason. */
export function reasonSentence(reason: string | undefined): string {
  const text = reason?.trim() ?? "";
  if (text === "") return "";
  return ` Reason: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
}
