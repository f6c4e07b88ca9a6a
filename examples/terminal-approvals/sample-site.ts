import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelTurn } from "collet/testing";

/** A small project in a temporary folder. Disposing of it removes the folder. */
export interface SampleSite extends AsyncDisposable {
  /** Absolute, without symlinks. */
  readonly directory: string;
}

const FILES: Readonly<Record<string, string>> = {
  "home.md": "# Welcome\n\nOpen from 9 to 5.\nClosed on Sunday.\n",
  "package.json": '{ "scripts": { "build": "node build.mjs" } }\n',
  "build.mjs": `for (const page of ["home", "hours", "imprint"]) {
  console.log("built " + page);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
`,
};

/** Writes the project into a subfolder of the temporary folder, so that files beside the project are removed as well. */
export async function createSampleSite(): Promise<SampleSite> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "collet-terminal-")));
  const directory = join(parent, "site");
  await mkdir(directory);
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(directory, name), text);
  return { directory, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) };
}

/** The turns of the model, whatever the results are. Each call shows the approver another kind of request. */
export const SCRIPT: readonly ModelTurn[] = [
  {
    says: "I change the opening hours.",
    calls: [
      { name: "edit_file", input: { path: "home.md", old_str: "from 9 to 5", new_str: "from 8 to 6" } },
    ],
  },
  { says: "Now I build the pages.", calls: [{ name: "Bash", input: { cmd: "npm run build" } }] },
  { says: "Now I build the drafts.", calls: [{ name: "Bash", input: { cmd: "npm run build -- --drafts" } }] },
  { says: "I make a folder for them.", calls: [{ name: "Bash", input: { cmd: "mkdir -p dist/pages" } }] },
  { says: "I check by creating it again.", calls: [{ name: "Bash", input: { cmd: "mkdir -p dist/pages" } }] },
  {
    says: "I keep a copy of everything.",
    calls: [{ name: "Bash", input: { cmd: 'mkdir "../copy-$(date +%F)" && env cp home.md ../copy' } }],
  },
  { says: "That is all." },
];
