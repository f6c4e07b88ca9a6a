const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/** Returns a text as the value of an attribute in double quotes, which it can neither end nor extend. */
export function attributeText(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ESCAPES[character] ?? "");
}
