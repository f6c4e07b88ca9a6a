import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryLimits } from "./repository-limits.js";

/** Age below which a copy, even an incomplete one, may be in use. */
const IN_USE_MS = 60 * 60 * 1_000;

/** Removes expired copies and those above the limit, least recently used first. Never rejects. */
export async function cleanCopies(folder: string, limits: RepositoryLimits, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const copies: { readonly path: string; readonly usedAtMs: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) copies.push({ path, usedAtMs: found.mtimeMs });
  }
  copies.sort((one, other) => other.usedAtMs - one.usedAtMs);
  for (const [index, { path, usedAtMs }] of copies.entries()) {
    const ageMs = nowMs - usedAtMs;
    if (ageMs < IN_USE_MS || (index < limits.maxCopies && ageMs < limits.retentionMs)) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
