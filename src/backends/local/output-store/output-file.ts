import { closeSync, constants, fstatSync, openSync, unlinkSync, writeSync } from "node:fs";
import type { OutputWriter, StoredOutput } from "../../../contract/index.js";
import { createOutputEnds } from "../../../truncation/index.js";
import { errnoOf } from "../file-error.js";

/**
 * Bytes held in memory before the file is created, and between two writes: a small output that is discarded
 * needs no disk access.
 */
const BUFFER_BYTES = 256 * 1024;
const PRIVATE_MODE = 0o600;

/** Options of an output file. */
export interface OutputFileOptions {
  /** Returns the path of a file that does not exist yet, in a private folder; throws if there is none. */
  readonly nextPath: () => string;
  readonly maxBytes: number;
  /** Called once, with the number of stored bytes. */
  readonly onKept: (bytes: number) => void;
}

/**
 * Writes one output into its own file.
 *
 * Writes are synchronous, in large chunks: a chunk takes a fraction of a millisecond, nothing queues up in
 * memory when a command prints faster than the disk writes, and the output of a killed process is on disk. A
 * failed write removes the file and stops; `finish` reports the reason.
 */
export function createOutputFile(options: OutputFileOptions): OutputWriter {
  const ends = createOutputEnds(options.maxBytes);
  let buffer: Buffer | undefined;
  let buffered = 0;
  let file: { readonly descriptor: number; readonly path: string } | undefined;
  let written = 0;
  let failure: string | undefined;
  let answer: Promise<StoredOutput> | undefined;

  function attempt(work: () => void): void {
    if (failure !== undefined) return;
    try {
      work();
    } catch (error) {
      failure = reasonOf(error);
      remove();
    }
  }

  function write(bytes: Uint8Array): void {
    file ??= create(options.nextPath());
    let done = 0;
    while (done < bytes.length)
      done += writeSync(file.descriptor, bytes, done, bytes.length - done, written + done);
    written += bytes.length;
  }

  function flush(): void {
    if (buffer === undefined || buffered === 0) return;
    const bytes = buffer.subarray(0, buffered);
    buffered = 0;
    write(bytes);
  }

  function add(bytes: Uint8Array): void {
    if (buffered + bytes.length > BUFFER_BYTES) flush();
    if (bytes.length > BUFFER_BYTES) {
      write(bytes);
    } else if (bytes.length > 0) {
      buffer ??= Buffer.allocUnsafe(BUFFER_BYTES);
      buffer.set(bytes, buffered);
      buffered += bytes.length;
    }
  }

  function remove(): void {
    if (file === undefined) return;
    const { descriptor, path } = file;
    file = undefined;
    quietly(() => closeSync(descriptor));
    quietly(() => unlinkSync(path));
  }

  function finish(): StoredOutput {
    const rest = ends.rest();
    let stored: StoredOutput | undefined;
    attempt(() => {
      for (const piece of rest.pieces) add(piece);
      flush();
      file ??= create(options.nextPath());
      const { path, descriptor } = file;
      // Another process's clean-up may have removed the file while it was written.
      if (fstatSync(descriptor).nlink === 0) throw new Error("it was removed while it was written");
      closeSync(descriptor);
      file = undefined;
      stored = { kept: true, path, bytes: written, omittedBytes: rest.omittedBytes };
    });
    buffer = undefined;
    if (stored === undefined) return { kept: false, reason: failure ?? "it could not be written" };
    options.onKept(written);
    return stored;
  }

  return {
    append(bytes) {
      if (answer === undefined) attempt(() => add(ends.take(bytes)));
    },
    finish() {
      answer ??= Promise.resolve(finish());
      return answer;
    },
    discard() {
      answer ??= Promise.resolve({ kept: false, reason: "it was discarded" });
      remove();
      buffer = undefined;
      return Promise.resolve();
    },
  };
}

/** Fails if the name is taken, even by a dangling symlink. */
function create(path: string) {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  return { path, descriptor: openSync(path, flags, PRIVATE_MODE) };
}

function reasonOf(error: unknown): string {
  const errno = errnoOf(error);
  if (errno === "ENOSPC" || errno === "EDQUOT") return `there is no space left (${errno})`;
  if (errno === "EROFS") return "its folder is read-only (EROFS)";
  return errno === undefined ? (error as Error).message : `it could not be written (${errno})`;
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The output is already lost, and that is reported.
  }
}
