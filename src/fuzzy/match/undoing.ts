/** One way to undo a change that happened to the text on its way through a tool call. */
export interface Undoing {
  /** The old text as intended. */
  readonly old: string;
  /** Applies the same change to the new text. */
  readonly restore: (newText: string) => string;
}
