/** One way to undo a change that happened to the text on its way through a tool call. */
export interface Undoing {
  /** The old text as intended. */
  readonly old: string;
  /** Applies the same change to the new text. */
  readonly restore: (newText: string) => string;
  /** The line that was taken off before the text; where the file has it too, nothing was added. */
  readonly lineBefore?: string;
  /** The line that was taken off after the text. */
  readonly lineAfter?: string;
}
