import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

const decompress = promisify(brotliDecompress);

/** The worker as one file, which needs only Node. */
export interface WorkerFile {
  /** The file in the Brotli format, as the package contains it. */
  readonly compressed: Uint8Array;
  /** SHA-256 of the file that is not compressed, hexadecimal. */
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
  const url = new URL(isSource ? "../../../../dist/remote-worker.js.br" : "./remote-worker.js.br", HERE);
  const compressed = await readFile(url).catch((cause: unknown) => {
    throw new Error(
      `The file of the worker, '${url.pathname}', cannot be read. Set install to "present" and install collet there.`,
      { cause },
    );
  });
  const bytes = await decompress(compressed);
  return { compressed, hash: createHash("sha256").update(bytes).digest("hex") };
}
