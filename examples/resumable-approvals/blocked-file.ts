import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { ToolResult } from "collet";

/**
 * Keeps the results of a turn, and with them its questions, until somebody answers. They are plain JSON.
 *
 * Belongs outside of the folders that tools may write to: an approval is for what the file says.
 */
export async function storeResults(file: string, results: readonly ToolResult[]): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  // Nobody ever reads half of it, and nobody else reads the content of files in it.
  await writeFile(unfinished, `${JSON.stringify(results, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file);
}

/** Takes the results out of the file: of two processes that go on at the same time, only one has them. */
export async function takeResults(file: string): Promise<readonly ToolResult[]> {
  const taken = `${file}.${randomUUID()}`;
  await rename(file, taken).catch((cause: unknown) => {
    throw new Error(`${file} holds no questions. Nobody has asked, or they are being answered already.`, {
      cause,
    });
  });
  const results: readonly ToolResult[] = JSON.parse(await readFile(taken, "utf8"));
  await rm(taken);
  return results;
}
