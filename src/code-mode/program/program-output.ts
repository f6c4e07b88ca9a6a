import type { ContentPart } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { programError } from "./program-error.js";

/** An image in a data URL: its type, and its bytes in base64. */
const DATA_URL = /^data:(image\/[a-z0-9.+-]{1,60});base64,/i;

/** The texts and images that a program puts out, up to a limit. */
export class ProgramOutput {
  readonly #parts: ContentPart[] = [];
  readonly #maxCharacters: number;
  #characters = 0;
  #taken: number;

  /** @param taken - parts that were taken before a pause; they are not returned again */
  constructor(maxCharacters: number, taken = 0) {
    this.#maxCharacters = maxCharacters;
    this.#taken = taken;
  }

  /** The number of parts that were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Adds a line of text. Throws when the program exceeds its limit. */
  addText(text: string): void {
    this.#count(text.length);
    this.#parts.push({ type: "text", text });
  }

  /**
   * Adds an image: a data URL, `{ data, mediaType }`, `{ image_url }`, or a value with `images`, as calls return. Throws
   * for anything else.
   */
  addImage(value: unknown): void {
    const part = imageOf(value);
    if (part === undefined) {
      throw programError(
        "image(...) takes a data URL, { data, mediaType }, or the result of a call with images.",
        "program-failed",
      );
    }
    for (const image of part) {
      this.#count(image.data.length);
      this.#parts.push(image);
    }
  }

  /** Returns the parts since the last call of this method; neighbouring texts are joined. */
  take(): readonly ContentPart[] {
    const joined: ContentPart[] = [];
    for (const part of this.#parts.slice(this.#taken)) {
      const last = joined.at(-1);
      if (part.type === "text" && last?.type === "text") {
        joined[joined.length - 1] = { type: "text", text: `${last.text}\n${part.text}` };
      } else joined.push(part);
    }
    // A program that repeats its start has put out fewer parts than were taken before its pause.
    this.#taken = Math.max(this.#taken, this.#parts.length);
    return joined;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= this.#maxCharacters) return;
    throw programError(
      `The program put out more than ${this.#maxCharacters} characters. Filter or shorten the output in the program.`,
      "program-limit",
    );
  }
}

type ImagePart = Extract<ContentPart, { readonly type: "image" }>;

function imageOf(value: unknown): readonly ImagePart[] | undefined {
  if (typeof value === "string") {
    const mediaType = DATA_URL.exec(value)?.[1];
    if (mediaType === undefined) return undefined;
    return [{ type: "image", data: value.slice(value.indexOf(",") + 1), mediaType }];
  }
  if (!isRecord(value)) return undefined;
  const { data, mimeType, mediaType = mimeType, image_url: url, images } = value;
  if (typeof data === "string" && typeof mediaType === "string") return [{ type: "image", data, mediaType }];
  if (typeof url === "string") return imageOf(url);
  if (!Array.isArray(images)) return undefined;
  const parts = images.map(imageOf);
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
