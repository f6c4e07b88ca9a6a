import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FolderExtent, Trash } from "../../../contract/index.js";
import { existingStateFolder, openStateFolder } from "../file-locks/index.js";

/** A folder in the trash, as described by its name. */
interface TrashEntry extends FolderExtent {
  readonly name: string;
  readonly removedAtMs: number;
}

const NAME = /^(\d{13})-(\d{1,10})-(\d{1,16})-[\da-f-]{36}$/;

/** Location of the trash. */
export interface LocalTrashOptions {
  /** Absolute path; default: `localStateDirectory()`. */
  readonly stateDirectory?: string;
}

const FOLDER_NAME = "trash";

/** Suffix of a folder that is being removed permanently, so that no undo finds it. */
const GOING_SUFFIX = ".going";

/** Age at which a removed folder is deleted: few sessions, which alone can restore it, live longer. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Largest number of folders kept. */
const MAX_FOLDERS = 64;

/**
 * Largest total content: as many bytes as the output store keeps, and the files of the largest dependency
 * folders.
 */
const MAX_KEPT: FolderExtent = { entries: 500_000, bytes: 1_073_741_824 };

/**
 * Keeps removed folders in `<state directory>/trash`, readable by this user only, each under a name that
 * contains its age and size. Surplus folders are deleted in the background, by the thread pool, when a folder
 * is removed. Does no I/O before the first use.
 */
export function localTrash({ stateDirectory }: LocalTrashOptions = {}): Trash {
  // Sweeps run one after the other, in the background.
  let sweeping = Promise.resolve();
  const sweep = (folder: string, room: FolderExtent, reserved?: string) => {
    sweeping = sweeping.then(() => removeSurplus(folder, room, reserved)).catch(() => {});
  };
  const isOn = async (folder: string, device: string | undefined) =>
    device !== undefined && device === String((await stat(folder, { bigint: true })).dev);
  return {
    limits: MAX_KEPT,
    async takes(device) {
      try {
        const existing = existingStateFolder(FOLDER_NAME, stateDirectory);
        if (existing !== undefined) sweep(existing, { entries: 0, bytes: 0 });
        return await isOn(existing ?? openStateFolder(FOLDER_NAME, stateDirectory), device);
      } catch {
        return false;
      }
    },
    async reserve(device, extent) {
      if (extent.entries > MAX_KEPT.entries || extent.bytes > MAX_KEPT.bytes) return undefined;
      try {
        const folder = openStateFolder(FOLDER_NAME, stateDirectory);
        if (!(await isOn(folder, device))) return undefined;
        const name = trashName(extent, Date.now());
        sweep(folder, extent, name);
        return join(folder, name);
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Deletes expired folders, and the oldest ones until there is space for one more.
 *
 * @param reserved - name of that folder, which may exist by now: it must not count twice
 */
async function removeSurplus(folder: string, room: FolderExtent, reserved?: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== reserved);
  const going = names.filter((name) => name.endsWith(GOING_SUFFIX));
  for (const { name } of surplusOf(names, room, Date.now())) {
    // Under its name a folder is complete or absent: an undo must not restore a part of it.
    renameSync(join(folder, name), join(folder, name + GOING_SUFFIX));
    going.push(name + GOING_SUFFIX);
  }
  for (const name of going) await rm(join(folder, name), { recursive: true, force: true });
}

/** Returns the folders to delete, oldest first. */
export function surplusOf(
  names: readonly string[],
  room: FolderExtent,
  nowMs: number,
): readonly TrashEntry[] {
  const newestFirst = names
    .flatMap((name) => trashEntry(name) ?? [])
    .sort((left, right) => right.removedAtMs - left.removedAtMs);
  let { entries, bytes } = room;
  const kept = newestFirst.findIndex((entry, index) => {
    entries += entry.entries;
    bytes += entry.bytes;
    const isTooMuch = index + 1 >= MAX_FOLDERS || entries > MAX_KEPT.entries || bytes > MAX_KEPT.bytes;
    return isTooMuch || nowMs - entry.removedAtMs > KEPT_MS;
  });
  return kept < 0 ? [] : newestFirst.slice(kept).reverse();
}

/** Returns a new name for a removed folder: the time of removal, its entries and its bytes. */
export function trashName({ entries, bytes }: FolderExtent, nowMs: number): string {
  return `${Math.trunc(nowMs)}-${entries}-${bytes}-${randomUUID()}`;
}

/** Reads a name of {@link trashName}; `undefined` for any other. */
export function trashEntry(name: string): TrashEntry | undefined {
  const [, removedAt, entries, bytes] = NAME.exec(name) ?? [];
  if (removedAt === undefined) return undefined;
  return { name, removedAtMs: Number(removedAt), entries: Number(entries), bytes: Number(bytes) };
}
