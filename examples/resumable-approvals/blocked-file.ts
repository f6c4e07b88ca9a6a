import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { ToolResult } from "collet";

/**
 * Stores the results of a turn with their approval requests as JSON.
 *
 * @param file - a path outside the folders that tools may write to: the approval is for the content of the file
 */
export async function storeResults(file: string, results: readonly ToolResult[]): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  // The rename keeps other processes from reading half a file. The mode keeps other users from reading file contents in it.
  await writeFile(unfinished, `${JSON.stringify(results, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file);
}

/** Reads the results and removes the file. If two processes try at the same time, only one succeeds. */
export async function takeResults(file: string): Promise<readonly ToolResult[]> {
  const taken = `${file}.${randomUUID()}`;
  await rename(file, taken).catch((cause: unknown) => {
    throw new Error(
      `${file} does not exist. No questions were stored, or another process is answering them.`,
      {
        cause,
      },
    );
  });
  const results: readonly ToolResult[] = JSON.parse(await readFile(taken, "utf8"));
  await rm(taken);
  return results;
}
