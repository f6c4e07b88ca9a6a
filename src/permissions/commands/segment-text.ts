/**
 * The text of a segment while it is read, in pieces: joining them at each redirection would take quadratic time.
 *
 * It counts the digits at the end, which are the number of a descriptor if a redirection follows.
 */
export class SegmentText {
  private pieces: string[] = [];
  private trailingDigits = 0;
  /** Whether the trailing digits are a whole word. */
  private isDescriptor = true;

  add(piece: string): void {
    if (piece === "") return;
    this.pieces.push(piece);
    let start = piece.length;
    while (start > 0 && isDigit(piece.charCodeAt(start - 1))) start -= 1;
    if (start === 0) {
      this.trailingDigits += piece.length;
      return;
    }
    this.trailingDigits = piece.length - start;
    this.isDescriptor = piece[start - 1] === " ";
  }

  /** Removes the number before `>`, which names the redirected descriptor. */
  removeDescriptor(): void {
    if (!this.isDescriptor) return;
    while (this.trailingDigits > 0) {
      const last = this.pieces.pop() as string;
      const kept = last.slice(0, Math.max(0, last.length - this.trailingDigits));
      this.trailingDigits -= last.length - kept.length;
      if (kept !== "") this.pieces.push(kept);
    }
  }

  /** Returns the text without blanks at its ends, and starts a new one. */
  take(): string {
    const text = this.pieces.join("").trim();
    this.pieces = [];
    this.trailingDigits = 0;
    this.isDescriptor = true;
    return text;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
