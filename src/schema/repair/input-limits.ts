/** Nesting beyond which an input is refused, before the recursion of a validator or a tool runs out of stack. */
export const MAX_INPUT_DEPTH = 200;

/**
 * Parameters and list items of one input, on all levels together. No model writes as many in one call; to repair and validate
 * so many takes some 30 ms, and a million would hold up everything else for seconds.
 */
export const MAX_INPUT_VALUES = 10_000;

/** Characters of all texts of one input together, or of an input that comes as JSON text; what a patch may have, too. */
export const MAX_INPUT_CHARACTERS = 8_388_608;

/** Why an input with too many values goes no further. */
export const TOO_MANY_VALUES = `it has more than ${MAX_INPUT_VALUES} values, parameters and list items together. Send fewer, in several calls.`;

/** Why an input that is nested too deeply goes no further. */
export const NESTED_TOO_DEEP = `it is nested more than ${MAX_INPUT_DEPTH} levels deep. Send a flatter input.`;

/** Why an input that is too long goes no further. */
export const TOO_MANY_CHARACTERS = `its texts have more than ${MAX_INPUT_CHARACTERS} characters together. Send less, in several calls.`;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, BRACKET_END, BRACE_END] = [...'"\\,[{]}'].map((one) =>
  one.charCodeAt(0),
);

/**
 * Says why JSON text must not be parsed: it is too long, or holds too many values. Answers `undefined` for text that may be.
 *
 * One pass, without parsing: that would take a second for a million keys, and nothing else could run meanwhile.
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
      // Each value but the first follows one of these.
      values += 1;
      if (code !== COMMA) depth += 1;
      if (values > MAX_INPUT_VALUES) return TOO_MANY_VALUES;
      if (depth > MAX_INPUT_DEPTH) return NESTED_TOO_DEEP;
    }
  }
  return undefined;
}

/** The position of the quote that ends a string, or of the last character where none does. */
function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) return position;
    position += code === BACKSLASH ? 2 : 1;
  }
  return text.length - 1;
}
