/** A reason as a sentence of a message, with a blank before it; nothing where there is none. */
export function reasonSentence(reason: string | undefined): string {
  const text = reason?.trim() ?? "";
  if (text === "") return "";
  return ` Reason: ${text}${/[.!?]$/.test(text) ? "" : "."}`;
}
