import { isSignatureOf, SIGNATURE_CHARACTERS, type SigningKey, signatureOf } from "./signing-key.js";

/** What a text in Redis is about, first its purpose. Jobs alone are signed for two parts, all others for three or more. */
export type SealedFor =
  | readonly ["message", "worker-to-host"]
  | readonly ["message", "host-to-worker"]
  | readonly ["record", "change" | "progress", jobId: string]
  | readonly ["session", id: string, token: string]
  | readonly ["lease", "token"]
  | readonly ["lease", "released"];

/** A text as it goes into Redis: after its signature where there is a secret, else as it is. */
export function sealText(text: string, about: SealedFor, key: SigningKey): string {
  return key.secret === undefined ? text : `${signatureOf(text, about, key)} ${text}`;
}

/** A text behind a signature, whosever it is. */
const SIGNED = /^[A-Za-z0-9+/]{43}= /;

/**
 * The text again; nothing for one that is not signed for this although it has to be. Without a secret a signature is passed over:
 * who lacks the secret by mistake has to be told so.
 */
export function openText(sealed: string, about: SealedFor, key: SigningKey): string | undefined {
  if (key.secret === undefined) return SIGNED.test(sealed) ? sealed.slice(SIGNATURE_CHARACTERS + 1) : sealed;
  const text = sealed.slice(SIGNATURE_CHARACTERS + 1);
  if (sealed[SIGNATURE_CHARACTERS] !== " ") return undefined;
  return isSignatureOf(sealed.slice(0, SIGNATURE_CHARACTERS), text, about, key) ? text : undefined;
}

/** The lines of a text that are signed for this; the others are left out. */
export function openLines(sealed: string, about: SealedFor, key: SigningKey): string {
  const lines = sealed.split("\n").map((line) => (line === "" ? undefined : openText(line, about, key)));
  return lines.filter((line) => line !== undefined).join("\n");
}
