import { appendFile, mkdir, readFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramRecords } from "./program-records.js";

/**
 * Creates a store that keeps the logs of programs as files of JSON lines in a folder, which is created with the first
 * one (mode 0700). The log survives the end of the process, not that of the machine.
 *
 * @example codeMode(runtime, { records: fileRecords(join(stateDirectory, "programs")) });
 */
export function fileRecords(folder: string): ProgramRecords {
  return {
    async open(key) {
      if (!/^[a-z0-9]{1,64}$/.test(key))
        throw new RangeError("The key of a record has letters and digits only.");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${key}.jsonl`);
      return {
        entries: await readEntries(path),
        append: (entry) => appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
        remove: () => rm(path, { force: true }),
      };
    },
  };
}

/** Reads the entries of a file; a last line that the process did not finish is not an entry. */
async function readEntries(path: string): Promise<readonly unknown[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const lines = text.split("\n");
  const torn = lines.pop() ?? "";
  // The next entry must not continue the torn line.
  if (torn !== "") await truncate(path, Buffer.byteLength(text) - Buffer.byteLength(torn));
  return lines.map((line) => JSON.parse(line) as unknown);
}
