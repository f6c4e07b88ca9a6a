/** Characters of one message of a program, and of its returned value as JSON: parsing a text of this length takes about 25 ms. */
export const MAX_MESSAGE_CHARACTERS = 4_194_304;

/**
 * Values of one message, or of a returned value, on all levels together; a text output counts as one. Parsing as many
 * objects of different fields takes about 25 ms, and the million that fit into the characters would block the event loop
 * for a second.
 */
export const MAX_MESSAGE_VALUES = 20_000;

/** The start of the event of a text output, up to its string; engines parse many of this form fast. */
const TEXT_EVENT = '{"type":"text","text":"';

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((one) => one.charCodeAt(0));

/** Returns the limit that a text of a program exceeds, for a sentence; `undefined` for a text that may be parsed. Does not parse it. */
export function exceededLimit(text: string): string | undefined {
  if (text.length > MAX_MESSAGE_CHARACTERS) return `${MAX_MESSAGE_CHARACTERS} characters`;
  let values = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) position = endOfString(text, position);
    else if (code === BRACE && text.startsWith(TEXT_EVENT, position)) {
      position = endOfString(text, position + TEXT_EVENT.length - 1);
    } else if (code === COMMA || code === BRACKET || code === BRACE) {
      // Each value except the first follows one of these.
      values += 1;
      if (values > MAX_MESSAGE_VALUES) return `${MAX_MESSAGE_VALUES} values`;
    }
  }
  return undefined;
}

/** Returns the position of the quote that ends a string, or of the last character if the string is not closed. */
function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) return position;
    position += code === BACKSLASH ? 2 : 1;
  }
  return text.length - 1;
}
