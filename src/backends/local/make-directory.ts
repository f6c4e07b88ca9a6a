import { constants } from "node:fs";
import { closeQuietly, fchmod, mkdir, open } from "./system-calls.js";

const OWNER_ONLY = 0o700;

/**
 * Makes a directory (`EEXIST` when the name is taken), with exactly the mode if one is given.
 *
 * The process's umask has its say in `mkdir`, so the mode is set afterwards, and on a descriptor: by its name, it might be
 * set on what a symlink leads to that came in the directory's place.
 */
export async function makeDirectory(systemPath: string, mode: number | undefined): Promise<void> {
  if (mode === undefined || process.platform === "win32") return void (await mkdir(systemPath));
  await mkdir(systemPath, OWNER_ONLY);
  const descriptor = await open(
    systemPath,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    await fchmod(descriptor, mode);
  } finally {
    closeQuietly(descriptor);
  }
}
