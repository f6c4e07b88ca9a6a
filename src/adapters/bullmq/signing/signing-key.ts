import { createHmac, timingSafeEqual } from "node:crypto";

/** Length of a signature: 32 bytes in base64. */
export const SIGNATURE_CHARACTERS = 44;

/** Signing key of a workspace's hosts and workers. Without a secret nothing is signed, and Redis is trusted. */
export interface SigningKey {
  readonly secret: string | undefined;
  readonly workspace: string;
}

/**
 * Returns the HMAC-SHA-256 of a text, bound to the workspace and the subject of the text, so that a signature is not valid
 * for another subject.
 */
export function signatureOf(
  text: string,
  about: readonly string[],
  { secret, workspace }: SigningKey,
): string {
  return createHmac("sha256", secret ?? "")
    .update(JSON.stringify([workspace, ...about]))
    .update("\n")
    .update(text)
    .digest("base64");
}

/** Returns whether a signature belongs to a text, in constant time. */
export function isSignatureOf(
  given: unknown,
  text: string,
  about: readonly string[],
  key: SigningKey,
): given is string {
  if (typeof given !== "string" || given.length !== SIGNATURE_CHARACTERS) return false;
  const expected = Buffer.from(signatureOf(text, about, key));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
