import { isSignatureOf, SIGNATURE_CHARACTERS, type SigningKey, signatureOf } from "./signing-key.js";

/** Subject of a signed text, starting with its purpose. Only jobs have two parts; all other subjects have three or more. */
export type SealedFor =
  | readonly ["message", "worker-to-host"]
  | readonly ["message", "host-to-worker"]
  | readonly ["record", "change" | "progress", jobId: string]
  | readonly ["session", id: string, token: string]
  | readonly ["lease", "token"]
  | readonly ["lease", "released"];

/** Prefixes a text for Redis with its signature if there is a secret; otherwise returns it unchanged. */
export function sealText(text: string, about: SealedFor, key: SigningKey): string {
  return key.secret === undefined ? text : `${signatureOf(text, about, key)} ${text}`;
}

/** Text with a signature prefix, whoever signed it. */
const SIGNED = /^[A-Za-z0-9+/]{43}= /;

/**
 * Returns the original text; undefined if it is not signed for this subject although a secret is set. Without a secret, a
 * signature is ignored, so that a peer that lacks the secret by mistake can still be told so.
 */
export function openText(sealed: string, about: SealedFor, key: SigningKey): string | undefined {
  if (key.secret === undefined) return SIGNED.test(sealed) ? sealed.slice(SIGNATURE_CHARACTERS + 1) : sealed;
  const text = sealed.slice(SIGNATURE_CHARACTERS + 1);
  if (sealed[SIGNATURE_CHARACTERS] !== " ") return undefined;
  return isSignatureOf(sealed.slice(0, SIGNATURE_CHARACTERS), text, about, key) ? text : undefined;
}

/** Returns the lines of a text that are signed for this subject; other lines are dropped. */
export function openLines(sealed: string, about: SealedFor, key: SigningKey): string {
  const lines = sealed.split("\n").map((line) => (line === "" ? undefined : openText(line, about, key)));
  return lines.filter((line) => line !== undefined).join("\n");
}
