// Also the marks that turn the direction of text around: a name must not redraw the line it stands in.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text of unknown origin as part of one line for people: no control characters, and at most so many characters. */
export function oneLine(text: string, maxLength: number): string {
  const visible = text.slice(0, maxLength * 4).replace(INVISIBLE, " ");
  const characters = [...visible];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : visible;
}
