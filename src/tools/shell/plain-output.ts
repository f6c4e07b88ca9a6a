/** Escape sequences of ECMA-48: commands to a terminal, including strings (OSC, DCS ...) and their content. */
const ESCAPE_SEQUENCE = new RegExp(
  [
    // A string ends at its terminator; without a terminator, only its introducer is removed.
    "(?:\\u001b[P\\]X^_]|[\\u0090\\u009d\\u0098\\u009e\\u009f])[^\\u001b\\u0007\\n\\u0090\\u0098\\u009c-\\u009f]*(?:\\u001b\\\\|\\u009c|\\u0007)",
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]",
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** Control characters (C0, DEL, C1) except tab and line feed. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n]/u;

const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, "gu");

/**
 * Converts the output of a command to text for a model: escape sequences and control characters are removed.
 *
 * A lone carriage return becomes a line feed: text that a terminal would overwrite stays readable, so none can be
 * hidden.
 */
export function plainOutput(output: string): string {
  // Most output is plain, and checking is much cheaper than replacing.
  if (!CONTROL_CHARACTER.test(output)) return output;
  return (
    output
      .replace(ESCAPE_SEQUENCE, "")
      // Only from the first one of a sequence: otherwise a match would be tried at each of a hundred thousand carriage
      // returns.
      .replace(/(?<!\r)\r+\n/g, "\n")
      .replace(/\r/g, "\n")
      .replace(CONTROL_CHARACTERS, "")
  );
}

const ESCAPE = "\\u001b";

/**
 * Colours and other styles of text (SGR): the only escape sequence that changes nothing but the style of the text after
 * it.
 */
const LOOKS = new RegExp(`(${ESCAPE}\\[[\\d;:]*m)`);

/**
 * Converts the output of a command to text for a user interface: colours stay, and everything else that a terminal
 * would obey is removed, from moving the cursor to writing the clipboard.
 */
export function displayOutput(output: string): string {
  return output
    .split(LOOKS)
    .map((part, index) => (index % 2 === 1 ? part : plainOutput(part)))
    .join("");
}

/** Characters at the end of a text that are searched for the beginning of an escape sequence. */
const LONGEST_UNFINISHED = 4_096;

/** The beginning of an escape sequence that the end of a text may have split. */
const INCOMPLETE_SEQUENCE = [
  "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*",
  "\\u001b[ -/]*",
  "(?:\\u001b[P\\]X^_]|[\\u0090\\u009d\\u0098\\u009e\\u009f])[^\\u001b\\u0007\\n\\u0090\\u0098\\u009c-\\u009f]*\\u001b?",
].join("|");

/** The same, or a carriage return that may be half of a line end, followed by sequences without effect. */
const UNFINISHED = new RegExp(
  `(?:\\r(?:\\r|${ESCAPE_SEQUENCE.source})*(?:${INCOMPLETE_SEQUENCE})?|${INCOMPLETE_SEQUENCE})$`,
);

/** Returns the length of the end that must wait for more text before it can be interpreted. */
export function unfinishedLength(text: string): number {
  return UNFINISHED.exec(text.slice(-LONGEST_UNFINISHED))?.[0].length ?? 0;
}
