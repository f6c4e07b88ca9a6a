/** One match or context record of `rg --json`. */
export interface RipgrepRecord {
  readonly kind: "match" | "context";
  /** Path as ripgrep prints it. */
  readonly path: string;
  /** 1-based number of the first line of the text. */
  readonly line: number;
  /**
   * One line with its line break, or several for a match across lines; truncated if the record was too large.
   */
  readonly text: string;
  /**
   * Offset of the text in the file, in bytes, as ripgrep reads it: without a byte order mark, UTF-16 as
   * UTF-8.
   */
  readonly offset: number;
  /** The bytes of a text that is not UTF-8. */
  readonly bytes?: Buffer | undefined;
  /** Positions of the matches, in bytes of the record's lines; absent if the record was too large. */
  readonly spans?: readonly { readonly start: number; readonly end: number }[];
  /** Set for one matched part of a record that was too large. */
  readonly isPart?: true;
}

/** Text in ripgrep's form; text that is not UTF-8 is in base64. */
export type RipgrepText = { readonly text: string } | { readonly bytes: string };

/** Returns the text; bytes that are not UTF-8 become U+FFFD. */
export function textOf(value: RipgrepText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");
}
