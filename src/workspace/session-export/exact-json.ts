import { ToolError } from "../../contract/index.js";

/** Reader of an untrusted JSON value; throws `invalid-input` with the position of an invalid part. */
export class ExactJson {
  readonly #value: unknown;
  readonly #location: string;

  constructor(value: unknown, location: string) {
    this.#value = value;
    this.#location = location;
  }

  get value(): unknown {
    return this.#value;
  }

  /** Throws an error that names this position. */
  fail(expected: string): never {
    throw new ToolError(`The exported session cannot be used: ${this.#location} must be ${expected}.`, {
      code: "invalid-input",
    });
  }

  /** Returns the members of an object that has no others. */
  members<Name extends string>(
    names: readonly Name[],
    optional: readonly Name[] = [],
  ): Readonly<Record<Name, ExactJson>> {
    const value = this.#value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.fail("an object");
    const given = value as Readonly<Record<string, unknown>>;
    const stranger = Object.keys(given).find((key) => !(names as readonly string[]).includes(key));
    if (stranger !== undefined) this.fail(`an object without '${stranger}'`);
    const missing = names.find((name) => !Object.hasOwn(given, name) && !optional.includes(name));
    if (missing !== undefined) this.fail(`an object with '${missing}'`);
    return Object.fromEntries(
      names.map((name) => [name, new ExactJson(given[name], `${this.#location}.${name}`)]),
    ) as unknown as Readonly<Record<Name, ExactJson>>;
  }

  items(maximum: number): readonly ExactJson[] {
    const value = this.#value;
    if (!Array.isArray(value) || value.length > maximum) this.fail(`a list of at most ${maximum}`);
    return (value as readonly unknown[]).map(
      (item, index) => new ExactJson(item, `${this.#location}[${index}]`),
    );
  }

  text(maximum: number): string {
    const value = this.#value;
    if (typeof value !== "string" || value.length > maximum)
      this.fail(`a string of at most ${maximum} characters`);
    return value as string;
  }

  count(): number {
    const value = this.#value;
    if (!Number.isSafeInteger(value) || (value as number) < 0) this.fail("an integer");
    return value as number;
  }

  /** Returns a number of any size, for example milliseconds. */
  number(): number {
    const value = this.#value;
    if (typeof value !== "number" || !Number.isFinite(value)) this.fail("a number");
    return value as number;
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const found = words.find((word) => word === this.#value);
    return found ?? this.fail(words.map((word) => `"${word}"`).join(" or "));
  }

  /** Returns the SHA-256 of some content. */
  hash(): string {
    const text = this.text(64);
    return /^[0-9a-f]{64}$/.test(text) ? text : this.fail("a SHA-256 in hexadecimal");
  }

  bytes(maximum: number): Uint8Array {
    const text = this.text(Math.ceil(maximum / 3) * 4);
    try {
      const binary = atob(text);
      const bytes = new Uint8Array(binary.length);
      for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
      return bytes;
    } catch {
      return this.fail("base64");
    }
  }
}
