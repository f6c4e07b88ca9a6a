import { HIDDEN_CHARACTERS } from "../../text/index.js";
/** A text of unknown origin as part of one line for people: no control characters, and at most so many characters. */
export function oneLine(text: string, maxLength: number): string {
  const visible = text.slice(0, maxLength * 4).replace(HIDDEN_CHARACTERS, " ");
  const characters = [...visible];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : visible;
}
