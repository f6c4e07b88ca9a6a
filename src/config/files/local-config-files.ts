import { constants } from "node:fs";
import { open, opendir, realpath } from "node:fs/promises";
import {
  type ConfigEntry,
  type ConfigFiles,
  type ConfigText,
  MAX_CONFIG_BYTES,
  MAX_CONFIG_ENTRIES,
} from "./config-files.js";

/** Returns read access to the configuration files of this machine. */
export function localConfigFiles(): ConfigFiles {
  return { read, list, realPath: (path) => realpath(path).catch(() => undefined) };
}

async function read(path: string): Promise<ConfigText> {
  try {
    // Without O_NONBLOCK, a FIFO in the place of a settings file would block a thread forever.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { status: "refused", reason: "it is not a regular file" };
      if (stat.size > MAX_CONFIG_BYTES) return tooLarge(stat.size);
      const buffer = Buffer.alloc(MAX_CONFIG_BYTES + 1);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length > MAX_CONFIG_BYTES) return tooLarge(length);
      const text = new TextDecoder("utf-8", { fatal: true }).decode(buffer.subarray(0, length));
      return { status: "read", text };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "missing" };
    return {
      status: "refused",
      reason: code === undefined ? "it is not UTF-8 text" : `the system says ${code}`,
    };
  }
}

function tooLarge(bytes: number): ConfigText {
  return { status: "refused", reason: `it has ${bytes} bytes, and the limit is ${MAX_CONFIG_BYTES}` };
}

async function list(path: string): Promise<readonly ConfigEntry[]> {
  const entries: ConfigEntry[] = [];
  try {
    for await (const entry of await opendir(path)) {
      const type = entry.isFile()
        ? "file"
        : entry.isDirectory()
          ? "directory"
          : entry.isSymbolicLink()
            ? "link"
            : "other";
      entries.push({ name: entry.name, type });
      if (entries.length >= MAX_CONFIG_ENTRIES) break;
    }
  } catch {
    return entries;
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
