import { randomUUID } from "node:crypto";
import type { FolderExtent } from "../../../contract/index.js";

/** A folder in the trash, as described by its name. */
export interface TrashEntry extends FolderExtent {
  readonly name: string;
  readonly removedAtMs: number;
}

const NAME = /^(\d{13})-(\d{1,10})-(\d{1,16})-[\da-f-]{36}$/;

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
