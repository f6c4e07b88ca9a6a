const FENCE = "```";

/** Languages of a code fence around a program. */
const LANGUAGES: ReadonlySet<string> = new Set(["", "js", "javascript", "ts", "typescript"]);

/** Returns a program without the code fence around it. */
export function withoutFence(code: string): string {
  const text = code.trim();
  const end = text.indexOf("\n");
  if (!text.startsWith(FENCE) || !text.endsWith(`\n${FENCE}`) || end === text.length - FENCE.length - 1)
    return code;
  if (!LANGUAGES.has(text.slice(FENCE.length, end).trim().toLowerCase())) return code;
  return text.slice(end + 1, -FENCE.length - 1);
}
