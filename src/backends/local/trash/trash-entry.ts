import { randomUUID } from "node:crypto";
import type { FolderExtent } from "../../../contract/index.js";

/** A folder in the trash, as its name tells. */
export interface TrashEntry extends FolderExtent {
  readonly name: string;
  readonly removedAtMs: number;
}

const NAME = /^(\d{13})-(\d{1,10})-(\d{1,16})-[\da-f-]{36}$/;

/** Returns a free name for a folder that is about to come: when it was removed, its entries and its bytes. */
export function trashName({ entries, bytes }: FolderExtent, nowMs: number): string {
  return `${Math.trunc(nowMs)}-${entries}-${bytes}-${randomUUID()}`;
}

/** Reads a name of {@link trashName}; `undefined` for any other. */
export function trashEntry(name: string): TrashEntry | undefined {
  const [, removedAt, entries, bytes] = NAME.exec(name) ?? [];
  if (removedAt === undefined) return undefined;
  return { name, removedAtMs: Number(removedAt), entries: Number(entries), bytes: Number(bytes) };
}
