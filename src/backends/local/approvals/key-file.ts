import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { errnoOf } from "../file-error.js";
import { openNow, syncNow } from "../system-calls.js";

/** Ends like a private key, so that file tools and commands treat the file as a secret in every workspace. */
const KEY_NAME = "approvals.key";

/** Length of the hash of HMAC-SHA-256. */
const KEY_BYTES = 32;

const PRIVATE_MODE = 0o600;
const READABLE_BY_OTHERS = 0o077;

/**
 * Reads of a file that another process has created but not filled yet (on volumes without hard links), and
 * the interval between two.
 */
const MAX_LOOKS = 50;
const LOOK_INTERVAL_MS = 10;

/** Errors of a volume without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);

/**
 * Returns the secret in a private folder, and creates it if it is missing. If several processes create it at
 * the same time, all return the same secret: the file appears complete, and only once.
 *
 * Throws `access-denied` for a file that other users may read, that belongs to another user, or that is not a
 * valid secret.
 */
export async function openKey(folder: string): Promise<Uint8Array> {
  const path = join(folder, KEY_NAME);
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const found = readKey(path);
    if (found !== undefined && found.byteLength === KEY_BYTES) return found;
    if (found === undefined) makeKey(folder, path);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  }
  throw unusable(path, `is not ${KEY_BYTES} bytes long`);
}

function readKey(path: string): Uint8Array | undefined {
  let descriptor: number;
  try {
    // Both flags are absent on Windows.
    descriptor = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    if (errnoOf(error) === "ELOOP") throw unusable(path, "is a symbolic link");
    throw error;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw unusable(path, "is not a file");
    const user = process.geteuid?.();
    if (user !== undefined && stat.uid !== user) throw unusable(path, "belongs to another user");
    if (user !== undefined && (stat.mode & READABLE_BY_OTHERS) !== 0) {
      throw unusable(path, "can be read or written by other users");
    }
    const bytes = Buffer.alloc(KEY_BYTES + 1);
    return new Uint8Array(bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.byteLength, 0)));
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the file unless another process was faster. */
function makeKey(folder: string, path: string): void {
  // The same end: a killed process may leave it.
  const temporary = join(folder, `${randomUUID()}.key`);
  writeKey(temporary);
  try {
    linkSync(temporary, path);
  } catch (error) {
    const errno = errnoOf(error) ?? "";
    if (errno === "EEXIST") return;
    if (!NO_LINKS.has(errno)) throw error;
    try {
      writeKey(path);
    } catch (second) {
      if (errnoOf(second) !== "EEXIST") throw second;
    }
  } finally {
    unlinkSync(temporary);
  }
}

function writeKey(path: string): void {
  const descriptor = openNow(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, PRIVATE_MODE);
  try {
    writeSync(descriptor, randomBytes(KEY_BYTES));
    syncNow(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unusable(path: string, reason: string): ToolError {
  return new ToolError(
    `The approval secret '${path}' ${reason}, so it cannot be trusted. Remove it: a new one is created, and pending questions must be asked again.`,
    { code: "access-denied", absolutePath: path },
  );
}
