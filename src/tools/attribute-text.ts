const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text as the value of an attribute in double quotes, so that it can neither end nor extend it. */
export function attributeText(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ESCAPES[character] ?? "");
}
