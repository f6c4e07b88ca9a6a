import { close, constants, fstat, open, read, write } from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "../../../contract/index.js";

const calls = {
  open: promisify(open),
  fstat: promisify(fstat),
  read: promisify(read),
  write: promisify(write),
  close: promisify(close),
};

/** Only this user can read the conversations. */
const PRIVATE_MODE = 0o600;

/** Bytes at the start of a file that contain its header. */
const HEADER_BYTES = 65_536;

/** Largest thread, in bytes; a full one accepts no more entries. */
const MAX_THREAD_BYTES = 67_108_864;

/**
 * Adds complete lines to a file in a single write at its end, so that other processes may append at the same
 * time. The written text starts with a line break, so that a line torn by an interruption stays separate.
 *
 * @param start - the test of the file's start, and the text to add first if the test fails
 */
export async function appendLines(
  path: string,
  lines: string,
  start: { readonly isWell: (text: string) => boolean; readonly missing: string },
): Promise<void> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const descriptor = await calls.open(path, flags, PRIVATE_MODE);
  try {
    const { size } = await calls.fstat(descriptor);
    const head = Buffer.alloc(Math.min(size, HEADER_BYTES));
    if (head.length > 0) await calls.read(descriptor, head, 0, head.length, 0);
    const missing = start.isWell(head.toString("utf8")) ? "" : start.missing;
    const bytes = Buffer.from(`${size === 0 ? "" : "\n"}${missing}${lines}`, "utf8");
    if (size + bytes.length > MAX_THREAD_BYTES) {
      throw new ToolError(
        `The thread has ${size} bytes and would have ${size + bytes.length}; the limit is ${MAX_THREAD_BYTES}. Nothing was added; continue under another id.`,
        { code: "file-too-large", absolutePath: path },
      );
    }
    const { bytesWritten } = await calls.write(descriptor, bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) {
      throw new ToolError(
        `Only ${bytesWritten} of ${bytes.length} bytes could be added to the thread: there is no space left. Earlier entries are intact.`,
        { code: "no-space", absolutePath: path },
      );
    }
  } finally {
    await calls.close(descriptor);
  }
}
