import { WORKER_MAGIC } from "../../../../src/backends/remote/wire/index.js";

/** Which message of a call a process is killed at, and whether the other side still receives it. */
export interface Moment {
  readonly side: "host" | "worker";
  /** Counts from 1. */
  readonly message: number;
  readonly arrives: boolean;
}

/** Splits what a worker sends into its messages. */
export async function* messagesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered = Buffer.alloc(0);
  let hasStarted = false;
  for await (const chunk of input) {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const length = hasStarted ? lengthOf(buffered) : WORKER_MAGIC.length;
      if (length === undefined || buffered.length < length) break;
      hasStarted = true;
      yield buffered.subarray(0, length);
      buffered = buffered.subarray(length);
    }
  }
}

/** Splits what a host writes at once into its messages. */
export function* messagesIn(bytes: Uint8Array): Generator<Uint8Array> {
  for (let rest = Buffer.from(bytes); rest.length > 0; ) {
    const length = lengthOf(rest) ?? rest.length;
    yield rest.subarray(0, length);
    rest = rest.subarray(length);
  }
}

function lengthOf(bytes: Buffer): number | undefined {
  return bytes.length < 8 ? undefined : 8 + bytes.readUInt32BE(0) + bytes.readUInt32BE(4);
}

/** Returns all moments of a number of messages. */
export function momentsOf(counts: { readonly host: number; readonly worker: number }): readonly Moment[] {
  return (["host", "worker"] as const).flatMap((side) =>
    Array.from({ length: counts[side] }, (_, index) =>
      [false, true].map((arrives): Moment => ({ side, message: index + 1, arrives })),
    ).flat(),
  );
}
