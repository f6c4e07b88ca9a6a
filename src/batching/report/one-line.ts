import { HIDDEN_CHARACTERS } from "../../text/index.js";

/**
 * Returns a text of unknown origin as part of one line for people: without hidden characters, which could change
 * the appearance of the line, and at most `maxLength` long.
 */
export function oneLine(text: string, maxLength: number): string {
  const visible = text.slice(0, maxLength * 4).replace(HIDDEN_CHARACTERS, " ");
  const characters = [...visible];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : visible;
}
