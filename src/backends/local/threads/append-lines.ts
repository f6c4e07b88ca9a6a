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

/** Only this user reads what was said. */
const PRIVATE_MODE = 0o600;

/** Bytes of the start of a file in which its header is. */
const HEADER_BYTES = 65_536;

/** Bytes of a thread; one that is full takes nothing more. */
const MAX_THREAD_BYTES = 67_108_864;

/**
 * Adds whole lines to a file in one write at its end, so that other processes may add theirs at the same time.
 *
 * What is written begins with a line end: a line that an interruption tore stays by itself, whoever tore it and whenever.
 *
 * @param startsWell - whether the start of the file is what it should be; if not, `missing` goes in front
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
        `The thread has ${size} bytes and would have ${size + bytes.length}; at most ${MAX_THREAD_BYTES} are kept. Nothing was added; go on under another id.`,
        { code: "file-too-large", absolutePath: path },
      );
    }
    const { bytesWritten } = await calls.write(descriptor, bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) {
      throw new ToolError(
        `Only ${bytesWritten} of ${bytes.length} bytes could be added to the thread: there is no space left. What was there is whole.`,
        { code: "no-space", absolutePath: path },
      );
    }
  } finally {
    await calls.close(descriptor);
  }
}
