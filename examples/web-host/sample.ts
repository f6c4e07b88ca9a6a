import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelTurn } from "collet/testing";

/** A temporary working folder. Disposing of it removes the folder. */
export interface Sample extends AsyncDisposable {
  /** Absolute, without symlinks. */
  readonly directory: string;
}

/** Creates the folder with one file. */
export async function createSample(): Promise<Sample> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "collet-web-host-")));
  await writeFile(join(directory, "menu.md"), "# Today\n\n- Soup\n");
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

/** The turns of the model, whatever the results are. */
export const SCRIPT: readonly ModelTurn[] = [
  {
    says: "I put bread on the menu.",
    calls: [{ name: "edit_file", input: { path: "menu.md", old_str: "- Soup", new_str: "- Soup\n- Bread" } }],
  },
  { says: "I clean up.", calls: [{ name: "Bash", input: { cmd: "rm menu.md" } }] },
  { says: "What is on it now?", calls: [{ name: "Read", input: { path: "menu.md" } }] },
  { says: "That is all." },
];
