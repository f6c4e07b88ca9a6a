const CARRIAGE_RETURN = new Uint8Array([0x0d]);
const FILLER = new Uint8Array([0x2e]);

/** Passes a stream of bytes on without the far ends of overlong lines. */
export interface LineTrimmer {
  add(bytes: Uint8Array): void;
}

/**
 * Creates a trimmer that passes on the first `maxLineBytes` bytes of each line, one filler byte if there were
 * more, and the line end unchanged.
 *
 * It limits the memory until the lines are truncated: `maxLineBytes` must be greater than that limit, since
 * trimming may split a character.
 */
export function createLineTrimmer(maxLineBytes: number, pass: (bytes: Uint8Array) => void): LineTrimmer {
  let lineBytes = 0;
  let trimming = false;
  let droppedReturn = false;
  return {
    add(bytes) {
      let runStart = 0;
      let start = 0;
      while (start < bytes.length) {
        const newline = bytes.indexOf(0x0a, start);
        const end = newline === -1 ? bytes.length : newline;
        const room = Math.max(0, maxLineBytes - lineBytes);
        if (end - start > room) {
          if (!trimming) {
            pass(bytes.subarray(runStart, start + room));
            // Without it a `\r` at the trimmed end would join the line end.
            pass(FILLER);
            trimming = true;
          }
          droppedReturn = bytes[end - 1] === 0x0d;
          runStart = end;
        }
        lineBytes += end - start;
        start = end;
        if (newline === -1) break;
        if (droppedReturn) pass(CARRIAGE_RETURN);
        lineBytes = 0;
        trimming = false;
        droppedReturn = false;
        start = newline + 1;
      }
      if (runStart < bytes.length) pass(bytes.subarray(runStart));
    },
  };
}
