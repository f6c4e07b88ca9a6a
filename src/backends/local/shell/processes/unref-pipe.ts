import type { Readable, Writable } from "node:stream";

/**
 * Lets this process end while a pipe of a child process is open. In Node a pipe is a socket, which its type does not state. In Bun
 * the standard input has no `unref`: it never keeps the process alive.
 */
export function unrefPipe(pipe: Readable | Writable): void {
  (pipe as { unref?(): void }).unref?.();
}
