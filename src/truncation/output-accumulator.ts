import { checkTruncationPolicy, type TextLimits } from "../contract/index.js";
import {
  composePreview,
  composeTruncated,
  type TextEnds,
  type TextPreview,
  type TruncatedText,
} from "./compose-truncated.js";
import {
  createLineTrimmer,
  createUtf8Meter,
  HeadBuffer,
  isHighSurrogate,
  TailBuffer,
  type TruncatedLines,
  truncateLongLines,
} from "./measure/index.js";
import { characterStart } from "./output-ends.js";

/** Receives an output of any length in chunks and keeps what the limits allow. */
export interface OutputAccumulator {
  /**
   * Adds a chunk. Bytes are copied: the buffer may be reused. A character may be split between two chunks.
   */
  write(chunk: string | Uint8Array): void;
  /** Returns the current preview. The cost is proportional to the limits. */
  snapshot(): TextPreview;
  /** Ends the output; returns the same record as `truncateText` for the full text. */
  finish(): TruncatedText;
}

// A UTF-16 code unit takes at most this many bytes in UTF-8.
const BYTES_PER_UNIT = 3;
// Line end, filler and the character that trimming may split.
const TRIM_SLACK_BYTES = 8;
// Bytes kept beyond the budget, to detect that and how the text continues.
const LOOK_AHEAD_BYTES = 16;
// A trimmed line holds at most this many times the bytes that remain of it once it is truncated.
const TRIMMED_PER_SHOWN = 4;

/**
 * Creates an accumulator whose memory is bounded by the limits, whatever the size of the output: a few times
 * `maxBytes`.
 *
 * Bytes are decoded as UTF-8; invalid bytes become U+FFFD and count as its 3 bytes. Throws a `RangeError` for
 * limits that are invalid or do not bound memory: `maxBytes`, `maxCharacters`, or `maxLines` together with
 * `maxLineLength` is required.
 *
 * @example
 * const output = createOutputAccumulator({ maxBytes: 51_200, keep: "tail" });
 * child.stdout.on("data", (chunk) => output.write(chunk));
 * const { text, omittedBytes } = output.finish();
 */
export function createOutputAccumulator(limits: TextLimits): OutputAccumulator {
  checkTruncationPolicy(limits);
  const { maxLineLength } = limits;
  const size = bytesToKeep(limits);
  const head = limits.keep === "tail" ? undefined : new HeadBuffer(size);
  const tail = limits.keep === "tail" || limits.keep === "middle" ? new TailBuffer(size) : undefined;
  const meter = createUtf8Meter();
  const encoder = new TextEncoder();
  let passedBytes = 0;
  let pendingSurrogate = "";
  let result: TruncatedText | undefined;

  function keep(bytes: Uint8Array): void {
    passedBytes += bytes.length;
    head?.add(bytes);
    tail?.add(bytes);
  }
  const trimmer =
    maxLineLength === undefined ? { add: keep } : createLineTrimmer(trimmedLineBytes(maxLineLength), keep);

  function add(bytes: Uint8Array): void {
    meter.add(bytes);
    // Once the head is full, further bytes are only counted.
    if (tail === undefined && head?.full) passedBytes += bytes.length;
    else trimmer.add(bytes);
  }

  function addText(text: string): void {
    let whole = pendingSurrogate + text;
    pendingSurrogate = "";
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      pendingSurrogate = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    if (whole !== "") add(encoder.encode(whole));
  }

  function ends(decoding: TextDecodeOptions): TextEnds {
    const all = (head ?? tail)?.kept() ?? new Uint8Array();
    if (passedBytes === all.length) {
      const whole = shortened(decode(all, decoding));
      return { prefix: whole, suffix: whole, complete: true };
    }
    const suffix = tail === undefined ? undefined : shortened(textOfTail(tail.kept(), decoding));
    const prefix = head === undefined ? undefined : shortened(decode(head.kept(), { stream: true }));
    const either = (prefix ?? suffix) as TruncatedLines;
    return { prefix: prefix ?? either, suffix: suffix ?? either, complete: false };
  }

  function shortened(text: string): TruncatedLines {
    return maxLineLength === undefined ? { text, marks: [] } : truncateLongLines(text, maxLineLength);
  }

  function textOfTail(bytes: Uint8Array, decoding: TextDecodeOptions): string {
    // The first line in the buffer is incomplete and looks shorter than it was.
    const start = maxLineLength === undefined ? characterStart(bytes) : bytes.indexOf(0x0a) + 1;
    return decode(bytes.subarray(start), decoding);
  }

  return {
    write(chunk) {
      if (result !== undefined) throw new Error("The output is already finished. Create a new accumulator.");
      if (typeof chunk === "string") addText(chunk);
      else {
        if (pendingSurrogate !== "") flushSurrogate();
        add(chunk);
      }
    },
    snapshot() {
      return result ?? composePreview(ends({ stream: true }), limits);
    },
    finish() {
      if (result !== undefined) return result;
      if (pendingSurrogate !== "") flushSurrogate();
      meter.finish();
      result = composeTruncated(ends({ stream: false }), limits, () => ({
        bytes: meter.bytes,
        lines: meter.newlines + (meter.endsWithNewline || meter.bytes === 0 ? 0 : 1),
      }));
      return result;
    },
  };

  function flushSurrogate(): void {
    add(encoder.encode(pendingSurrogate));
    pendingSurrogate = "";
  }
}

function bytesToKeep(limits: TextLimits): number {
  const { maxBytes, maxCharacters, maxLines, maxLineLength } = limits;
  const budget = Math.min(
    maxBytes ?? Infinity,
    (maxCharacters ?? Infinity) * BYTES_PER_UNIT,
    maxLines === undefined || maxLineLength === undefined
      ? Infinity
      : maxLines * (maxLineLength + 2) * BYTES_PER_UNIT,
  );
  if (budget === Infinity) {
    throw new RangeError(
      "truncation: an accumulator needs maxBytes, maxCharacters, or maxLines with maxLineLength, because nothing else bounds its memory.",
    );
  }
  return maxLineLength === undefined
    ? budget + LOOK_AHEAD_BYTES
    : budget * TRIMMED_PER_SHOWN + trimmedLineBytes(maxLineLength) + TRIM_SLACK_BYTES + LOOK_AHEAD_BYTES;
}

function trimmedLineBytes(maxLineLength: number): number {
  return maxLineLength * BYTES_PER_UNIT + BYTES_PER_UNIT + 1;
}

function decode(bytes: Uint8Array, decoding: TextDecodeOptions): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, decoding);
}
