import { type ApprovalStore, ToolError } from "../../contract/index.js";
import { createYield, hexadecimal } from "../../values/index.js";
import { createProcessApprovals, processApprovals } from "./process-approvals.js";

/**
 * Age in milliseconds at which a request can no longer be answered (30 days), so that the record of answered requests
 * stays bounded.
 */
export const MAX_REQUEST_AGE_MS = 2_592_000_000;

/** Minimum length of a secret in bytes. */
const MIN_KEY_BYTES = 32;

/** Digits of the name of a key. The name distinguishes requests of another state directory from forged ones. */
const KEY_NAME_DIGITS = 16;

/** The format `<key name>.<time>.<id>.<signature>`, in hexadecimal except for the time. */
const SEAL = /^([\da-f]{16})\.(\d{1,15})\.([\da-f]{32})\.([\da-f]{64})$/;

/** Outcome of an attempt to answer a sealed request. */
export type SealOutcome =
  /** The request is unchanged, and this is its first answer. */
  | "opened"
  | "answered-before"
  /** No key signed this request in its present form. */
  | "altered"
  /** The request was signed with another key. */
  | "foreign"
  | "too-old";

interface SealKey {
  readonly key: CryptoKey;
  readonly name: string;
}

/**
 * Seals approval requests with the secret of a store (HMAC-SHA-256), so that stored requests cannot be altered,
 * combined from several requests, or answered twice.
 *
 * Where the store has no safe location for its secret, requests are sealed for this process alone: a runtime on a
 * machine with a read-only home directory must be able to ask.
 */
export class ApprovalSeals {
  readonly #store: KeyedStore;
  readonly #now: () => number;
  #ownProcess: KeyedStore | undefined;
  #passing: KeyedStore | undefined;

  constructor(store: ApprovalStore, now: () => number = Date.now) {
    this.#store = new KeyedStore(store);
    this.#now = now;
  }

  /** Returns a seal over a text, which is passed in pieces. */
  async seal(text: readonly string[]): Promise<string> {
    return this.#sealWith(await this.#usableKey(), text);
  }

  /**
   * Returns a seal that is never opened, without accessing the store: for a request that is answered where it is
   * asked.
   */
  async sealInPassing(text: readonly string[]): Promise<string> {
    this.#passing ??= new KeyedStore(createProcessApprovals());
    return this.#sealWith(await this.#passing.key(), text);
  }

  /** Checks the seal of a text and marks it as used. Rejects when the store fails. */
  async open(seal: unknown, text: readonly string[]): Promise<SealOutcome> {
    const parts = typeof seal === "string" ? SEAL.exec(seal) : null;
    if (parts === null) return "altered";
    const [, name = "", time = "", id = "", signature = ""] = parts;
    const store = await this.#storeOfKey(name);
    if (store === undefined) return "foreign";
    const { key } = await store.key();
    const signed = await signedText({ name, time, id }, text);
    if (!(await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed))) return "altered";
    const askedAtMs = Number(time);
    if (this.#now() - askedAtMs > MAX_REQUEST_AGE_MS) return "too-old";
    return (await store.spend(id, askedAtMs)) ? "opened" : "answered-before";
  }

  /** Returns a name for a text that is the same each time and that only the holder of the secret can compute. */
  async nameOf(text: string): Promise<string> {
    const { key } = await this.#usableKey();
    return hexadecimal(await crypto.subtle.sign("HMAC", key, encode(`name\n${text}`)));
  }

  async #sealWith({ key, name }: SealKey, text: readonly string[]): Promise<string> {
    const id = crypto.randomUUID().replaceAll("-", "");
    const time = String(Math.max(0, Math.trunc(this.#now())));
    const signed = await signedText({ name, time, id }, text);
    const signature = await crypto.subtle.sign("HMAC", key, signed);
    return `${name}.${time}.${id}.${hexadecimal(signature)}`;
  }

  async #usableKey(): Promise<SealKey> {
    try {
      return await this.#store.key();
    } catch (error) {
      if (!ToolError.isInstance(error)) throw error;
      return this.#processStore().key();
    }
  }

  async #storeOfKey(name: string): Promise<KeyedStore | undefined> {
    const own = this.#processStore();
    if ((await own.key()).name === name) return own;
    return (await this.#store.key()).name === name ? this.#store : undefined;
  }

  #processStore(): KeyedStore {
    this.#ownProcess ??= new KeyedStore(processApprovals());
    return this.#ownProcess;
  }
}

/** A store whose secret is read only once. */
class KeyedStore {
  readonly #store: ApprovalStore;
  #key: Promise<SealKey> | undefined;

  constructor(store: ApprovalStore) {
    this.#store = store;
  }

  async key(): Promise<SealKey> {
    this.#key ??= this.#store.key().then(importKey);
    try {
      return await this.#key;
    } catch (error) {
      // The failure is not remembered: a state directory may become usable later.
      this.#key = undefined;
      throw error;
    }
  }

  spend(id: string, askedAtMs: number): Promise<boolean> {
    return this.#store.spend(id, askedAtMs);
  }
}

async function importKey(secret: Uint8Array): Promise<SealKey> {
  if (!(secret instanceof Uint8Array) || secret.byteLength < MIN_KEY_BYTES) {
    throw new TypeError(`approvals.key() must return a Uint8Array of at least ${MIN_KEY_BYTES} bytes.`);
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  // A copy, because the store may return a view of a larger buffer.
  const key = await crypto.subtle.importKey("raw", new Uint8Array(secret), algorithm, false, [
    "sign",
    "verify",
  ]);
  const name = hexadecimal(await crypto.subtle.sign("HMAC", key, encode("key name")));
  return { key, name: name.slice(0, KEY_NAME_DIGITS) };
}

/** Longest text that is signed as it is, and length of the parts of a longer one, in bytes: copying it takes few milliseconds. */
const PART_BYTES = 1_048_576;

/**
 * Returns the bytes to sign: the text itself, or for a long one the SHA-256 hashes of its parts, so that no step copies megabytes.
 * Two texts have the same bytes only if all parts of the seal are the same: none before the last can contain a line break.
 */
async function signedText(
  seal: { readonly name: string; readonly time: string; readonly id: string },
  text: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const pause = createYield();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let part = new Uint8Array(PART_BYTES);
  let used = 0;
  for (const piece of text) {
    const bytes = encode(piece);
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + PART_BYTES - used);
      part.set(taken, used);
      used += taken.length;
      at += taken.length;
      if (used < PART_BYTES) continue;
      parts.push(await hashOf(part));
      part = new Uint8Array(PART_BYTES);
      used = 0;
    }
    await pause();
  }
  const rest = part.subarray(0, used);
  const isLong = parts.length > 0;
  const header = encode(`${isLong ? "long seal" : "seal"}\n${seal.name}\n${seal.time}\n${seal.id}\n`);
  return joined([header, ...parts, isLong ? await hashOf(rest) : rest]);
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function joined(all: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const bytes of all) {
    whole.set(bytes, offset);
    offset += bytes.length;
  }
  return whole;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
