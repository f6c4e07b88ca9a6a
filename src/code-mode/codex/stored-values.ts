import { programError } from "../program/index.js";

/** Characters of the keys and the JSON of all values that the programs of a session store. */
export const MAX_STORED_CHARACTERS = 1_000_000;

/** The values that the programs of one session share (`store` and `load`), as JSON. */
export class StoredValues {
  readonly #values = new Map<string, string>();
  #characters = 0;

  /** Returns the values at this moment. */
  entries(): readonly (readonly [key: string, json: string])[] {
    return [...this.#values];
  }

  /** Stores a value that a program sent. Throws for anything but a key and JSON, and above the limit. */
  set(key: unknown, json: unknown): void {
    if (typeof key !== "string" || typeof json !== "string")
      throw programError("The program stored an invalid value.", "program-failed");
    const before = this.#values.get(key);
    this.#characters += json.length + (before === undefined ? key.length : -before.length);
    this.#values.set(key, json);
    if (this.#characters > MAX_STORED_CHARACTERS) {
      this.#characters -= key.length + json.length;
      this.#values.delete(key);
      const limit = `All stored values together have at most ${MAX_STORED_CHARACTERS} characters of JSON.`;
      throw programError(limit, "program-limit");
    }
  }
}
