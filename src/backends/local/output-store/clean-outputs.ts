import { lstat, lutimes, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { OutputStoreLimits } from "../../../truncation/index.js";

/** A file from later than this ahead was made before the clock was set back. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;
/** An output that young may still be written, or be on its way to the model. */
const UNTOUCHED_MS = 60 * 1000;
const CONCURRENCY = 16;

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedAtMs: number;
}

/**
 * Removes outputs past their time, and the oldest where all together are too large. Never rejects.
 *
 * Other processes may clean up at the same time: what is gone is gone. A symlink is removed as a name, folders are left
 * alone. Age is the time since the last change; a file from the future starts anew, because its age cannot be known.
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

/** What fails for one file is no reason to leave the others. */
async function forEachOf(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
}
