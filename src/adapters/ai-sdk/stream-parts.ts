import { isRecord } from "../../values/index.js";
import { requireFewParts } from "../model-turns/index.js";
import type { AiSdkModelReply } from "./model-wire-types.js";

type Part = Record<string, unknown> & { type: string };

/**
 * Returns the reply at the end of a stream of a language model, and passes on its text meanwhile.
 *
 * A call whose arguments end before the provider completes it is part of the reply with the arguments as written, so that the
 * pipeline answers it.
 */
export async function streamParts(
  provider: string,
  stream: object,
  onText: (delta: string) => void,
): Promise<AiSdkModelReply> {
  if (!isStream(stream)) throw new Error("its doStream returned no stream.");
  const reply = new StreamedReply();
  let end: Part | undefined;
  for await (const part of stream) {
    if (!isRecord(part)) continue;
    if (part.type === "error") throw part.error;
    if (part.type === "finish") end = part as Part;
    else reply.add(part as Part);
    if (part.type === "text-delta" && typeof part.delta === "string") onText(part.delta);
    requireFewParts(provider, reply.content);
  }
  if (end === undefined) throw new Error("the stream ended before the reply was complete.");
  const { finishReason, usage } = end as unknown as AiSdkModelReply;
  return { content: reply.content, finishReason, usage };
}

/** Parts of a reply, collected from the parts of its stream, in the order in which they began. */
class StreamedReply {
  readonly content: Part[] = [];
  readonly #places = new Map<string, number>();

  add(part: Part): void {
    const { type, id, delta } = part;
    switch (type) {
      case "text-start":
      case "reasoning-start":
        this.#begin(`${blockOf(type)} ${id}`, { type: blockOf(type), text: "" });
        this.#extend(`${blockOf(type)} ${id}`, "text", part);
        break;
      case "text-delta":
      case "text-end":
      case "reasoning-delta":
      case "reasoning-end":
        this.#extend(`${blockOf(type)} ${id}`, "text", part);
        break;
      case "tool-input-start": {
        const { toolName, providerExecuted } = part;
        const executed = providerExecuted === true && { providerExecuted };
        this.#begin(`call ${id}`, {
          type: "tool-call",
          toolCallId: id,
          toolName,
          input: "",
          ...executed,
        });
        break;
      }
      case "tool-input-delta":
        this.#extend(`call ${id}`, "input", { type, delta });
        break;
      case "tool-call":
        this.#complete(`call ${part.toolCallId}`, part);
        break;
      case "tool-result":
      case "file":
      case "reasoning-file":
      case "custom":
        this.content.push(part);
    }
  }

  #begin(key: string, part: Part): void {
    this.#places.set(key, this.content.length);
    this.content.push(part);
  }

  /** Adds a delta to the text of a part; the newest metadata counts, as in the SDK. */
  #extend(key: string, field: "text" | "input", { delta, providerMetadata }: Part): void {
    const part = this.content[this.#places.get(key) ?? -1];
    if (part === undefined) return;
    if (typeof delta === "string") part[field] = `${part[field]}${delta}`;
    if (providerMetadata !== undefined) part.providerMetadata = providerMetadata;
  }

  /** Replaces the call of the partial arguments by the complete call. */
  #complete(key: string, call: Part): void {
    const place = this.#places.get(key);
    this.#places.delete(key);
    if (place === undefined) this.content.push(call);
    else this.content[place] = call;
  }
}

function blockOf(type: string): string {
  return type.startsWith("text") ? "text" : "reasoning";
}

function isStream(stream: object): stream is AsyncIterable<unknown> {
  return Symbol.asyncIterator in stream;
}
