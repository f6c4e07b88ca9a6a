import { openText, sealText } from "./sealed-text.js";
import type { SigningKey } from "./signing-key.js";

const ABOUT = ["lease", "token"] as const;

/** A token for one ownership of a workspace: names the worker, is never used again, and shows that it knows the secret. */
export function ownerToken(workerId: string, key: SigningKey): string {
  return sealText(`${workerId}.${crypto.randomUUID()}`, ABOUT, key);
}

/** Whether a token can be that of a worker of the workspace. */
export function isOwnerToken(token: string, key: SigningKey): boolean {
  return token !== "" && openText(token, ABOUT, key) !== undefined;
}

/** The worker that a token names. */
export function workerOf(token: string): string {
  return token.slice(token.indexOf(" ") + 1, token.lastIndexOf("."));
}
