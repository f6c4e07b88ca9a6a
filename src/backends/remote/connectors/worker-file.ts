import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { packageFile } from "../../../values/index.js";

const decompress = promisify(brotliDecompress);

/** The worker as one file, which needs only Node. */
export interface WorkerFile {
  /** The file in the Brotli format, as the package contains it. */
  readonly compressed: Uint8Array;
  /** SHA-256 of the file that is not compressed, hexadecimal. */
  readonly hash: string;
}

const LOCATION = {
  here: import.meta.url as string | undefined,
  source: "backends/remote/connectors/worker-file.ts",
};

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
  const url = packageFile("remote-worker.js.br", LOCATION);
  const reading = url === undefined ? Promise.reject(new Error("This code has no location.")) : readFile(url);
  const compressed = await reading.catch((cause: unknown) => {
    throw new Error(
      `The file of the worker, '${url?.pathname ?? "remote-worker.js.br"}', cannot be read. Set install to "present" and install collet there.`,
      { cause },
    );
  });
  const bytes = await decompress(compressed);
  return { compressed, hash: createHash("sha256").update(bytes).digest("hex") };
}
