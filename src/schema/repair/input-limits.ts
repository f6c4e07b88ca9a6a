/**
 * Maximum nesting of an input; deeper input is refused before the recursion of a validator or a tool exhausts
 * the stack.
 */
export const MAX_INPUT_DEPTH = 200;

/**
 * Maximum number of parameters and list items of one input, on all levels together. No model writes as many
 * in one call; repairing and validating so many takes about 30 ms, and a million would block the event loop
 * for seconds.
 */
export const MAX_INPUT_VALUES = 10_000;

/**
 * Maximum number of characters of all texts of one input together, or of an input that is JSON text; also the
 * limit of a patch.
 */
export const MAX_INPUT_CHARACTERS = 8_388_608;

/** The reason for refusing an input with too many values. */
export const TOO_MANY_VALUES = `it has more than ${MAX_INPUT_VALUES} values, parameters and list items together. Send fewer, in several calls.`;

/** The reason for refusing an input that is nested too deeply. */
export const NESTED_TOO_DEEP = `it is nested more than ${MAX_INPUT_DEPTH} levels deep. Send a flatter input.`;

/** The reason for refusing an input that is too long. */
export const TOO_MANY_CHARACTERS = `its texts have more than ${MAX_INPUT_CHARACTERS} characters together. Send less, in several calls.`;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, BRACKET_END, BRACE_END] = [...'"\\,[{]}'].map((one) =>
  one.charCodeAt(0),
);

/**
 * Returns why JSON text must not be parsed: it is too long, or contains too many values. Returns `undefined`
 * for text that may be parsed.
 *
 * One pass, without parsing: parsing would block the event loop for a second for a million keys.
 */
export function findOversizedJson(text: string): string | undefined {
  if (text.length > MAX_INPUT_CHARACTERS) return TOO_MANY_CHARACTERS;
  let values = 0;
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) position = endOfString(text, position);
    else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
    else if (code === COMMA || code === BRACKET || code === BRACE) {
      // Each value except the first follows one of these.
      values += 1;
      if (code !== COMMA) depth += 1;
      if (values > MAX_INPUT_VALUES) return TOO_MANY_VALUES;
      if (depth > MAX_INPUT_DEPTH) return NESTED_TOO_DEEP;
    }
  }
  return undefined;
}

/**
 * Returns the position of the quote that ends a string, or of the last character if the string is not closed.
 */
function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) return position;
    position += code === BACKSLASH ? 2 : 1;
  }
  return text.length - 1;
}
