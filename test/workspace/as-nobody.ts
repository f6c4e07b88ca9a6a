import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { bundledModule } from "../bundled-module.js";

const NOBODY = 65_534;

/**
 * Evaluates an expression over `files` of a workspace in a process of a user without rights. Returns the value, or the
 * `code` and `message` of the error. Works for root only.
 */
export async function asNobody(root: string, expression: string): Promise<unknown> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const state = join(folder, "state");
  await mkdir(state, { mode: 0o700 });
  await chown(state, NOBODY, NOBODY);
  // A copy that everyone may read.
  const library = join(folder, "library.cjs");
  await copyFile(await bundledModule(join(import.meta.dirname, "workspace-library.ts")), library);
  await chmod(library, 0o644);
  const script = join(folder, "script.mjs");
  await writeFile(
    script,
    `
    import { createWorkspace, localBackend } from "./library.cjs";
    const workspace = createWorkspace({ backend: localBackend(), roots: [${JSON.stringify(root)}] });
    const files = workspace.files({
      session: { id: "s", cwd: ${JSON.stringify(root)}, memory: new Map() },
      approvedPaths: "any", signal: new AbortController().signal, onChange: () => {},
    });
    const outcome = await (${expression}).then(
      (value) => value ?? null,
      ({ code, message }) => ({ code, message }),
    );
    console.log(JSON.stringify(outcome));
    `,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    uid: NOBODY,
    gid: NOBODY,
    env: {
      PATH: process.env.PATH,
      TMPDIR: folder,
      COLLET_STATE_DIRECTORY: state,
    },
  });
  return JSON.parse(stdout);
}
