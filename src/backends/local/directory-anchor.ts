import { constants } from "node:fs";
import * as path from "node:path";
import type { FileStat } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";
import { fileError } from "./file-error.js";
import {
  folderOfFound,
  hasDescriptorPaths,
  O_PATH,
  pathOfDescriptor,
  recentFolder,
  SharedDescriptor,
} from "./recent-folders.js";
import { DESCRIPTORS, lstat, open, realpath } from "./system-calls.js";

/**
 * A reference that ties names to an open directory instead of to the path that led to it. `locate` returns a
 * path for one system call; `self` returns one for the directory.
 */
export interface DirectoryAnchor {
  readonly kind: "descriptor" | "path";
  self(): string | Promise<string>;
  locate(name: string): string | Promise<string>;
  /** The open directory, if it can be synced; the caller must release it. */
  syncable?(): SharedDescriptor | undefined;
  close(): void;
}

/**
 * Anchors a directory whose path must be real.
 *
 * On Linux the directory is opened without following a final symlink, and the kernel reports where the
 * descriptor leads; if that is not the path, a symlink was swapped in on the way. All names then go through
 * the descriptor, so later swaps have no effect. On other systems the directory is checked again before each
 * use; a swap within the microseconds between check and use is not detected.
 *
 * @param found - status of an entry of the directory: if it was found since the last event of the loop, the directory is still
 * open from that look-up, which checked its path
 */
export async function anchorDirectory(directoryPath: string, found?: FileStat): Promise<DirectoryAnchor> {
  if (!hasDescriptorPaths()) return anchorByPath(directoryPath);
  const recent = (found && folderOfFound(found, directoryPath)) ?? recentFolder(directoryPath);
  if (recent !== undefined) return new DescriptorAnchor(recent, directoryPath);
  const anchor = await openAnchor(directoryPath, directoryPath);
  const leadsTo = pathOfDescriptor(anchor.self());
  if (leadsTo !== directoryPath) {
    anchor.close();
    throw changedSinceApproval(directoryPath, `it now leads to '${leadsTo}'`);
  }
  return anchor;
}

/** Anchors a directory inside an anchored one; refuses a symlink with its name. */
export async function anchorChild(
  parent: DirectoryAnchor,
  name: string,
  childPath: string,
): Promise<DirectoryAnchor> {
  if (parent.kind === "path") {
    await parent.locate(name);
    return anchorByPath(childPath);
  }
  return openAnchor(await parent.locate(name), childPath);
}

async function openAnchor(systemPath: string, directoryPath: string) {
  let descriptor: number;
  try {
    descriptor = await open(systemPath, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const isSymlink = await lstat(systemPath).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    throw isSymlink
      ? changedSinceApproval(directoryPath, "it is now a symbolic link")
      : fileError(error, directoryPath);
  }
  return new DescriptorAnchor(new SharedDescriptor(descriptor), directoryPath);
}

class DescriptorAnchor implements DirectoryAnchor {
  readonly kind = "descriptor";
  #descriptor: SharedDescriptor | undefined;

  constructor(
    descriptor: SharedDescriptor,
    readonly directoryPath: string,
  ) {
    this.#descriptor = descriptor;
  }

  self(): string {
    // The number of a closed descriptor may already belong to another file.
    if (this.#descriptor === undefined) {
      throw fileFailure("closed", this.directoryPath);
    }
    return `${DESCRIPTORS}/${this.#descriptor.number}`;
  }

  locate(name: string): string {
    return `${this.self()}/${name}`;
  }

  syncable(): SharedDescriptor | undefined {
    return this.#descriptor?.isReadable === true ? this.#descriptor.use() : undefined;
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    this.#descriptor.release();
    this.#descriptor = undefined;
  }
}

/** Anchors a directory on systems without descriptor paths; see {@link anchorDirectory}. */
export async function anchorByPath(directoryPath: string): Promise<DirectoryAnchor> {
  const identify = async () => {
    try {
      const real = await realpath(directoryPath);
      if (real !== directoryPath) throw changedSinceApproval(directoryPath, `it now leads to '${real}'`);
      const stats = await lstat(directoryPath);
      if (!stats.isDirectory()) throw fileError({ code: "ENOTDIR" }, directoryPath);
      return `${stats.dev}:${stats.ino}`;
    } catch (error) {
      throw fileError(error, directoryPath);
    }
  };
  const approved = await identify();
  const self = async () => {
    if ((await identify()) !== approved) {
      throw changedSinceApproval(directoryPath, "it is now another directory");
    }
    return directoryPath;
  };
  return { kind: "path", self, locate: async (name) => path.join(await self(), name), close: () => {} };
}
