import { lstat, lutimes, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { OutputStoreLimits } from "../../../truncation/index.js";

/** Tolerance for times in the future; a file beyond it was written before the clock was set back. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;
/** Age below which an output may still be written, or may not have reached the model yet. */
const UNTOUCHED_MS = 60 * 1000;
const CONCURRENCY = 16;

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAtMs: number;
}

/**
 * Removes expired outputs, and the oldest ones if the total is too large. Never rejects.
 *
 * Other processes may clean up at the same time, so missing files are ignored. A symlink is removed without
 * following it, and folders are not touched. Age is the time since the last change; a file from the future is
 * dated to now, because its age is unknown.
 */
export async function cleanOutputs(folder: string, limits: OutputStoreLimits, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const kept: StoredFile[] = [];
  await forEachOf(names, async (name) => {
    const path = join(folder, name);
    const stat = await lstat(path);
    if (stat.isDirectory()) return;
    const { mtimeMs } = stat;
    if (nowMs - mtimeMs > limits.retentionMs) return unlink(path);
    if (mtimeMs - nowMs > CLOCK_TOLERANCE_MS) await lutimes(path, nowMs / 1000, nowMs / 1000);
    kept.push({ path, size: stat.size, modifiedAtMs: Math.min(mtimeMs, nowMs) });
  });
  let total = kept.reduce((sum, { size }) => sum + size, 0);
  const surplus: string[] = [];
  for (const { path, size, modifiedAtMs } of kept.sort(
    (one, other) => one.modifiedAtMs - other.modifiedAtMs,
  )) {
    if (total <= limits.maxTotalBytes || nowMs - modifiedAtMs < UNTOUCHED_MS) break;
    surplus.push(path);
    total -= size;
  }
  await forEachOf(surplus, unlink);
}

/** A failure for one file must not stop the others. */
async function forEachOf(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
}
