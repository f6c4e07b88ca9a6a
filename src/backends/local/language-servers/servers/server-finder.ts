import { access, realpath } from "node:fs/promises";
import * as path from "node:path";
import type { Clock } from "../../../../contract/index.js";
import { findExecutable, isExecutable } from "../../executable-lookup.js";
import type { LanguageServerDefinition, ServerCommand } from "../language-server-definition.js";
import { directoriesUpward } from "./installed-version.js";

/**
 * Milliseconds for which a server counts as missing without another search, so that the next edits cost
 * nothing.
 */
export const MISSING_FOR_MS = 5_000;

/** Milliseconds for which a found server is not searched again. */
const FOUND_FOR_MS = 60_000;

/** Largest number of cached results; beyond it, the oldest are discarded. */
const MAX_REMEMBERED = 2_000;

/** Result of the search for a file's server. */
export type ServerSearch =
  | ({ readonly type: "found" } & ServerCommand)
  /** The project was found, its server was not. */
  | { readonly type: "missing"; readonly definition: LanguageServerDefinition; readonly root: string };

/** Finds the server of a file: the project by its markers, the program in the project and on `PATH`. */
export class ServerFinder {
  readonly #definitions: readonly LanguageServerDefinition[];
  readonly #clock: Clock;
  readonly #remembered = new Map<string, { until: number; search: Promise<ServerSearch | undefined> }>();
  readonly #realRoots = new Map<string, Promise<string>>();

  constructor(definitions: readonly LanguageServerDefinition[], clock: Clock) {
    this.#definitions = definitions;
    this.#clock = clock;
  }

  /** Returns whether some server supports the extension of a file, without disk access. */
  knows(file: string): boolean {
    const extension = path.extname(file);
    return this.#definitions.some(({ languages }) => Object.hasOwn(languages, extension));
  }

  /** The extensions that some server supports. */
  get extensions(): readonly string[] {
    return [...new Set(this.#definitions.flatMap(({ languages }) => Object.keys(languages)))];
  }

  /**
   * Returns the server for a file within the roots; `undefined` if no definition or project fits. Never
   * rejects.
   */
  async find(file: string, roots: readonly string[]): Promise<ServerSearch | undefined> {
    if (!this.knows(file)) return undefined;
    const folder = path.dirname(file);
    const extension = path.extname(file);
    const key = [extension, folder, ...roots].join("\0");
    const known = this.#remembered.get(key);
    if (known !== undefined && this.#clock.now() < known.until) return known.search;
    const entry = {
      until: this.#clock.now() + MISSING_FOR_MS,
      search: this.#search(folder, extension, roots),
    };
    this.#remembered.delete(key);
    this.#remembered.set(key, entry);
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size > MAX_REMEMBERED && !oldest.done) this.#remembered.delete(oldest.value);
    const search = await entry.search;
    if (search?.type === "found") entry.until = this.#clock.now() + FOUND_FOR_MS;
    return search;
  }

  async #search(
    folder: string,
    extension: string,
    roots: readonly string[],
  ): Promise<ServerSearch | undefined> {
    const top = await this.#rootOf(folder, roots);
    if (top === undefined) return undefined;
    const folders = directoriesUpward(folder, top);
    let missing: ServerSearch | undefined;
    for (const definition of this.#definitions) {
      if (!Object.hasOwn(definition.languages, extension)) continue;
      const root = await projectFolder(definition, folders);
      if (root === undefined || !(await fits(definition, root))) continue;
      const [name, ...parameters] = definition.command;
      const program = await findProgram(name, definition, folders);
      if (program !== undefined) return { type: "found", definition, root, program, parameters };
      missing ??= { type: "missing", definition, root };
    }
    return missing;
  }

  /** Returns the innermost root that contains a folder. */
  async #rootOf(folder: string, roots: readonly string[]): Promise<string | undefined> {
    let found: string | undefined;
    for (const root of roots) {
      let real = this.#realRoots.get(root);
      if (real === undefined) {
        real = realpath(root).catch(() => path.resolve(root));
        this.#realRoots.set(root, real);
      }
      const top = await real;
      const within = path.relative(top, folder);
      const isInside = within !== ".." && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
      if (isInside && (found === undefined || top.length > found.length)) found = top;
    }
    return found;
  }
}

async function projectFolder(
  { markers, project = "nearest" }: LanguageServerDefinition,
  folders: readonly string[],
): Promise<string | undefined> {
  for (const folder of project === "nearest" ? folders : [...folders].reverse()) {
    for (const marker of markers) if (await exists(path.join(folder, marker))) return folder;
  }
  return undefined;
}

async function findProgram(
  name: string,
  { programFolders = [] }: LanguageServerDefinition,
  folders: readonly string[],
): Promise<string | undefined> {
  if (path.isAbsolute(name)) return (await isExecutable(name)) ? name : undefined;
  const directories = folders.flatMap((folder) =>
    programFolders.map((programs) => path.join(folder, programs)),
  );
  return findExecutable(name, { directories });
}

/** A failing function of the host must not fail the edit. */
async function fits(definition: LanguageServerDefinition, root: string): Promise<boolean> {
  try {
    return definition.fits === undefined || (await definition.fits(root));
  } catch {
    return false;
  }
}

function exists(location: string): Promise<boolean> {
  return access(location).then(
    () => true,
    () => false,
  );
}
