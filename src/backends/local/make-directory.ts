import { constants } from "node:fs";
import { closeQuietly, fchmod, mkdir, open } from "./system-calls.js";

const OWNER_ONLY = 0o700;

/**
 * Creates a directory (`EEXIST` if the name is taken), with exactly the given mode.
 *
 * The process's umask changes the mode of `mkdir`, so the mode is set afterwards, and on a descriptor: by
 * name, it might be set on the target of a symlink that replaced the directory.
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
