import type { RemoteStream } from "./remote-stream.js";
import { type WorkerFile, workerFile } from "./worker-file.js";

/** Sent before the answer whether the machine has the file. */
const MARK = "\n\u0000collet-install\u0000";

/** Bytes that a login shell may print before. */
const MAX_NOISE_BYTES = 65_536;

/**
 * Program that a machine runs with `node -e`: looks for the file in the user's cache, asks for it if it is missing or has another
 * content, and runs it. It is sent in the Brotli format; `size` counts those bytes. The file is named after its hash, and the hash is
 * checked before each start.
 */
const BOOTSTRAP = `
const [hash, size] = process.argv.slice(-2);
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { homedir } = require("node:os");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { brotliDecompressSync } = require("node:zlib");
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "collet");
const file = join(folder, "worker-" + hash + ".mjs");
const isRight = (bytes) => createHash("sha256").update(bytes).digest("hex") === hash;
const has = () => { try { return isRight(readFileSync(file)); } catch { return false; } };
const start = () => import(pathToFileURL(file).href);
const say = (text) => process.stdout.write("\\n\\0collet-install\\0" + text + "\\n");
if (has()) { say("have"); start(); } else {
  const chunks = [];
  let length = 0;
  const take = () => {
    for (let chunk; (chunk = process.stdin.read()) !== null; ) { chunks.push(chunk); length += chunk.length; }
    if (length < Number(size)) return;
    process.stdin.removeListener("readable", take);
    const all = Buffer.concat(chunks);
    const rest = all.subarray(Number(size));
    let bytes = Buffer.alloc(0);
    try { bytes = brotliDecompressSync(all.subarray(0, Number(size))); } catch {}
    if (!isRight(bytes)) throw new Error("The copy of the worker is damaged.");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = file + "." + process.pid;
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, file);
    if (rest.length > 0) process.stdin.unshift(rest);
    start();
  };
  process.stdin.on("readable", take);
  say("need");
}
`;

/** Returns the command that starts a copied worker. */
export async function copiedWorkerCommand(node: string): Promise<readonly string[]> {
  const { compressed, hash } = await workerFile();
  return [node, "-e", BOOTSTRAP, hash, String(compressed.length)];
}

/** Returns the stream of a worker that is copied first, if the machine asks for it. */
export async function withCopiedWorker(stream: RemoteStream): Promise<RemoteStream> {
  const file = await workerFile();
  return { ...stream, input: afterCopy(stream, file) };
}

async function* afterCopy(stream: RemoteStream, { compressed }: WorkerFile): AsyncGenerator<Uint8Array> {
  let seen = "";
  let isCopied = false;
  for await (const chunk of stream.input) {
    if (isCopied) {
      yield chunk;
      continue;
    }
    // Latin-1 keeps one character for each byte.
    seen += Buffer.from(chunk).toString("latin1");
    const answer = answerIn(seen);
    if (answer === undefined && seen.length <= MAX_NOISE_BYTES) continue;
    isCopied = true;
    if (answer?.word === "need") await stream.write(compressed);
    yield Buffer.from(answer === undefined ? seen : answer.rest, "latin1");
  }
  // It printed something else, which the error shows.
  if (!isCopied) yield Buffer.from(seen, "latin1");
}

function answerIn(seen: string): { readonly word: string; readonly rest: string } | undefined {
  const at = seen.indexOf(MARK);
  const end = at < 0 ? -1 : seen.indexOf("\n", at + MARK.length);
  if (end < 0) return undefined;
  return { word: seen.slice(at + MARK.length, end), rest: seen.slice(end + 1) };
}
