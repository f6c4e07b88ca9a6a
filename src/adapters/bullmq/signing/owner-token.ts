import { openText, sealText } from "./sealed-text.js";
import type { SigningKey } from "./signing-key.js";

const ABOUT = ["lease", "token"] as const;

/**
 * Creates a token for one ownership of a workspace: it names the worker, is never reused, and proves knowledge of the
 * secret.
 */
export function ownerToken(workerId: string, key: SigningKey): string {
  return sealText(`${workerId}.${crypto.randomUUID()}`, ABOUT, key);
}

/** Returns whether a token can belong to a worker of the workspace. */
export function isOwnerToken(token: string, key: SigningKey): boolean {
  return token !== "" && openText(token, ABOUT, key) !== undefined;
}

/** Returns the worker that a token names. */
export function workerOf(token: string): string {
  return token.slice(token.indexOf(" ") + 1, token.lastIndexOf("."));
}
