import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The worker as one file, which needs only Node. */
export interface WorkerFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
}

/** Location of this code: its source in the tests, otherwise a file of the built package. */
const HERE = import.meta.url;

let read: Promise<WorkerFile> | undefined;

/** Reads the worker of this package. Rejects with the remedy if the package was not built. */
export function workerFile(): Promise<WorkerFile> {
  read ??= readWorker().catch((error: unknown) => {
    read = undefined;
    throw error;
  });
  return read;
}

async function readWorker(): Promise<WorkerFile> {
  const isSource = HERE.endsWith("/src/backends/remote/connectors/worker-file.ts");
  const url = new URL(isSource ? "../../../../dist/remote-worker.js" : "./remote-worker.js", HERE);
  const bytes = await readFile(url).catch((cause: unknown) => {
    throw new Error(
      `The file of the worker, '${url.pathname}', cannot be read. Set install to "present" and install collet there.`,
      { cause },
    );
  });
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
}
