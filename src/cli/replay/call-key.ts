import { createHash } from "node:crypto";
import type { TranscriptEvent } from "./transcript.js";

/** Bytes of a key: 96 bits, so that two of a billion calls hardly share one. */
const KEY_BYTES = 12;

/**
 * Returns a short key of a call. A session is often logged several times, so equal calls with the same id count once;
 * the input is part of the key, because some providers number the calls of each reply from one.
 */
export function callKey({ format, id, ...event }: TranscriptEvent): string {
  const what = event.type === "call" ? [event.name, event.input] : ["edit", event.change];
  const text = JSON.stringify([format, id, ...what]) ?? "";
  return createHash("sha256").update(text).digest().subarray(0, KEY_BYTES).toString("latin1");
}
