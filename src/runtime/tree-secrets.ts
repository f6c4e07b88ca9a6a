import type { RuntimeServices } from "./runtime-services.js";

/** Files that are looked at by name before a command that reads a whole folder is asked about. */
const MAX_FILES = 50_000;

/** Milliseconds that the look may take. */
const MAX_LOOK_MS = 2_000;

/**
 * Whether a search without options may read secret files in a folder, or too many files to tell.
 *
 * The search of the backend tells which files it would read: hidden ones are left out, unless an ignore file of the project lets them in
 * (`!.env` in `.ignore`). Outside of a git repository ripgrep does not obey `.gitignore`, so there everything counts as well that it
 * leaves out.
 *
 * @param folder - real path
 */
export async function mayReadSecrets(
  folder: string,
  { workspace, backend }: Pick<RuntimeServices, "workspace" | "backend">,
): Promise<boolean> {
  const search = backend?.search;
  const isSecret = workspace?.isSecretName;
  if (search === undefined || isSecret === undefined) return true;
  const signal = AbortSignal.timeout(MAX_LOOK_MS);
  let files = 0;
  try {
    for (const ignored of (await isInRepository(folder, backend)) ? [false] : [false, true]) {
      for await (const path of search.files({ path: folder, ignored, signal, onUnreadable() {} })) {
        files += 1;
        if (files > MAX_FILES || isSecret(path)) return true;
      }
    }
    return signal.aborted;
  } catch {
    return true;
  }
}

async function isInRepository(folder: string, backend: RuntimeServices["backend"]): Promise<boolean> {
  const path = backend?.files.path;
  for (let place = folder; path !== undefined; place = path.dirname(place)) {
    const found = await backend?.files.resolve(path.join(place, ".git"));
    if (found?.stat !== undefined) return true;
    if (path.dirname(place) === place) return false;
  }
  return false;
}
