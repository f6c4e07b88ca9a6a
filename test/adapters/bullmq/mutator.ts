import { setTimeout as delay } from "node:timers/promises";
import type { Attacker } from "./attacker.js";

/** Milliseconds between two looks at what is new in Redis. */
const LOOK_MS = 10;

/** Fields whose values one mutant takes from another message. */
const SWAPPED = ["job", "id", "from", "to", "host", "session", "seq", "at", "token", "update", "result"];

/** Returns a deterministic source of numbers below 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An attacker who answers every message and every job in Redis with changed copies of it. */
export class Mutator {
  readonly #attacker: Attacker;
  readonly #random: () => number;
  readonly #seen = new Set<string>();
  readonly #texts: string[] = [];
  readonly #jobs: { readonly id: string; readonly fields: Record<string, string> }[] = [];
  #ended = false;
  #sent = 0;
  #work: Promise<void> | undefined;

  constructor(attacker: Attacker, random: () => number) {
    this.#attacker = attacker;
    this.#random = random;
  }

  /** The number of messages and jobs that it has put into Redis. */
  get sent(): number {
    return this.#sent;
  }

  start(): void {
    this.#work = this.#run();
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      const hosts = await this.#attacker.hostStreams();
      const streams = [this.#attacker.names.control, ...hosts];
      for (const stream of streams) await this.#answer(stream, streams);
      for (const id of await this.#attacker.active()) await this.#copyJob(id);
      await delay(LOOK_MS);
    }
  }

  async #answer(stream: string, streams: readonly string[]): Promise<void> {
    for (const text of await this.#attacker.texts(stream)) {
      // The streams of earlier fleets hold mutants as well.
      if (this.#seen.has(text) || fieldsOf(text.slice(45)) === undefined) continue;
      const other = this.#pick(this.#texts) ?? text;
      this.#texts.push(text);
      this.#seen.add(text);
      const wrong = this.#pick(streams.filter((each) => each !== stream)) ?? stream;
      for (const mutant of [text, ...this.#mutants(text, other)]) {
        this.#seen.add(mutant);
        await this.#say(stream, mutant);
      }
      await this.#say(wrong, text);
    }
  }

  /** Changed copies of a signed text: no bit, no field and no signature of another message may be believed. */
  #mutants(text: string, other: string): readonly string[] {
    const [signature, body] = [text.slice(0, 44), text.slice(45)];
    const [otherSignature, otherBody] = [other.slice(0, 44), other.slice(45)];
    const changed = (fields: object) => `${signature} ${JSON.stringify({ ...fieldsOf(body), ...fields })}`;
    const seq = Number(fieldsOf(body)?.seq);
    const strange = fieldsOf(otherBody) ?? {};
    return [
      this.#flipped(text),
      this.#flipped(signature) + text.slice(44),
      text.slice(0, Math.floor(this.#random() * text.length)),
      changed({ seq: seq + 1_000 }),
      changed({ approved: true, type: "answer", id: "1" }),
      changed({ type: "cancel" }),
      changed({ type: "result", result: forgedResult, seq: seq + 1 }),
      ...SWAPPED.filter((field) => field in strange).map((field) => changed({ [field]: strange[field] })),
      `${signature} ${otherBody}`,
      `${otherSignature} ${body}`,
      `${signature} ${JSON.stringify(fieldsOf(body), null, 1)}`,
      `${text}\n${text}`,
      body,
    ];
  }

  /** Copies a job: under another id, with the body of another job, and with a changed body. */
  async #copyJob(id: string): Promise<void> {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    const fields = await this.#attacker.redis.hgetall(`${this.#attacker.queue}:${id}`);
    const { body = "", signature } = JSON.parse(fields.data ?? "{}") as {
      readonly body?: string;
      readonly signature?: string;
    };
    if (body === "") return;
    const other = this.#pick(this.#jobs);
    this.#jobs.push({ id, fields });
    const { host } = JSON.parse(body) as { readonly host: string };
    const forged = body.replace(/echo \S+/, "echo forged");
    const bodies = [body, forged, this.#flipped(body), body.replace('"ask"', '"allow"')];
    for (const [index, each] of bodies.entries()) {
      await this.#enqueue(`${host}-forged${this.#jobs.length}x${index}`, fields, { body: each, signature });
    }
    if (other !== undefined) {
      const stolen = JSON.parse(other.fields.data ?? "{}") as { readonly signature?: string };
      await this.#enqueue(`${id}9`, fields, { body, signature: stolen.signature });
      // The earlier job again, as it was, without its record.
      await this.#attacker.redis.del(this.#attacker.names.record(other.id));
      await this.#enqueue(other.id, other.fields, JSON.parse(other.fields.data ?? "{}") as object);
    }
  }

  async #enqueue(id: string, fields: Record<string, string>, data: object): Promise<void> {
    this.#seen.add(id);
    await this.#attacker.enqueue(id, data, fields);
    this.#sent += 1;
  }

  async #say(stream: string, text: string): Promise<void> {
    await this.#attacker.say(stream, text);
    this.#sent += 1;
  }

  /** Returns a text with one bit flipped. */
  #flipped(text: string): string {
    const at = Math.floor(this.#random() * text.length);
    const code = text.charCodeAt(at) ^ (1 << Math.floor(this.#random() * 7));
    return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
  }

  #pick<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

const forgedResult = { status: "done", result: "forged", content: [{ type: "text", text: "forged" }] };
