/** Escape sequences of ECMA-48: commands to a terminal, with strings (OSC, DCS ...) and whatever they hold. */
const ESCAPE_SEQUENCE = new RegExp(
  [
    // A string runs to its terminator; one that is never terminated loses its introducer only.
    "(?:\\u001b[P\\]X^_]|[\\u0090\\u009d\\u0098\\u009e\\u009f])[^\\u001b\\u0007\\n\\u0090\\u0098\\u009c-\\u009f]*(?:\\u001b\\\\|\\u009c|\\u0007)",
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]",
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** Control characters (C0, DEL, C1) but for tab and line feed. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n]/u;

const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, "gu");

/**
 * Output of a command as a model should read it: escape sequences and control characters taken out.
 *
 * A lone carriage return becomes a line feed: what a terminal would paint over stays readable, nothing can hide.
 */
export function plainOutput(output: string): string {
  // Most output is plain, and to look is much cheaper than to replace.
  if (!CONTROL_CHARACTER.test(output)) return output;
  return (
    output
      .replace(ESCAPE_SEQUENCE, "")
      // From the first of a run only: a hundred thousand carriage returns would be tried from each of them.
      .replace(/(?<!\r)\r+\n/g, "\n")
      .replace(/\r/g, "\n")
      .replace(CONTROL_CHARACTERS, "")
  );
}

const ESCAPE = "\\u001b";

/** Colours and other looks of text (SGR): the one escape sequence that changes nothing but how what follows looks. */
const LOOKS = new RegExp(`(${ESCAPE}\\[[\\d;:]*m)`);

/**
 * Output of a command for the eyes of a user: colours stay, everything else is taken out that a terminal would obey, from
 * moving the cursor to writing the clipboard.
 */
export function displayOutput(output: string): string {
  return output
    .split(LOOKS)
    .map((part, index) => (index % 2 === 1 ? part : plainOutput(part)))
    .join("");
}

/** Characters at the end of a text that are looked at for the beginning of an escape sequence. */
const LONGEST_UNFINISHED = 4_096;

/** The beginning of an escape sequence that the end of a text may have cut off. */
const CUT_SEQUENCE = [
  "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*",
  "\\u001b[ -/]*",
  "(?:\\u001b[P\\]X^_]|[\\u0090\\u009d\\u0098\\u009e\\u009f])[^\\u001b\\u0007\\n\\u0090\\u0098\\u009c-\\u009f]*\\u001b?",
].join("|");

/** The same, or a carriage return that may be half of a line end, with sequences behind it that count for nothing. */
const UNFINISHED = new RegExp(
  `(?:\\r(?:\\r|${ESCAPE_SEQUENCE.source})*(?:${CUT_SEQUENCE})?|${CUT_SEQUENCE})$`,
);

/** The length of what should wait for the text that follows before it is read. */
export function unfinishedLength(text: string): number {
  return UNFINISHED.exec(text.slice(-LONGEST_UNFINISHED))?.[0].length ?? 0;
}
