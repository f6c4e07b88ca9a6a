import type { ApprovalStore } from "../../contract/index.js";

/** Number of answered requests that are remembered; a second answer usually follows soon. */
const MAX_REMEMBERED = 100_000;

const KEY_BYTES = 32;

/** Keeps the secret and the record of answered requests in memory; both end with the process. */
export function createProcessApprovals(maxRemembered: number = MAX_REMEMBERED): ApprovalStore {
  const secret = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const askedAt = new Map<string, number>();
  // A request that may have been forgotten counts as answered.
  let forgottenUntil = Number.NEGATIVE_INFINITY;
  return {
    key: async () => secret,
    async spend(id, askedAtMs) {
      if (askedAt.has(id) || askedAtMs <= forgottenUntil) return false;
      askedAt.set(id, askedAtMs);
      if (askedAt.size > maxRemembered) {
        for (const [oldest, at] of askedAt) {
          askedAt.delete(oldest);
          forgottenUntil = Math.max(forgottenUntil, at);
          break;
        }
      }
      return true;
    },
  };
}

let shared: ApprovalStore | undefined;

/**
 * Returns the approval store of this process. Runtimes whose backend has none share it and can resume each other's
 * calls.
 */
export function processApprovals(): ApprovalStore {
  shared ??= createProcessApprovals();
  return shared;
}
