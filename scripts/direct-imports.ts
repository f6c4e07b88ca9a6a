import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import type { Options } from "tsup";

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

/** A statement that imports or exports names from the entry point of a folder. Types alone leave no code. */
const STATEMENT = /^(import|export) \{([^}]*)\} from "(\.[^"]*\/index\.js)";/gm;

/** A statement of an entry point that exports names of a neighbour. */
const REEXPORT = /^export \{([^}]*)\} from "(\.[^"]*)";/gm;

/** A name in braces: `name`, or `name as other`. */
interface NamedBinding {
  readonly name: string;
  readonly as: string;
}

/** A file of the source, and what is known of the entry points that it may import. */
export interface ReadFile {
  readonly path: string;
  /** Entry points whose imports are replaced, as absolute paths. */
  readonly entries: ReadonlySet<string>;
  /** The origins of the names of the entry points read so far. */
  readonly origins: Map<string, Promise<ReadonlyMap<string, Origin>>>;
}

/** The file that declares a name, and the name there. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

/**
 * Creates a plugin that lets each file import from the files that declare the names, in place of the entry points of the folders in `source`.
 *
 * An entry point imports all files of its folder, and the bundler places whatever one entry imports in its chunks, used or not. With
 * direct imports, a part that is loaded on first use stays out of the chunks that the import of the library loads.
 */
export function directImports(source: string): EsbuildPlugin {
  return {
    name: "direct-imports",
    setup(build) {
      const names = readdirSync(source, { recursive: true, encoding: "utf8" });
      const entries = new Set(
        names.filter((name) => basename(name) === "index.ts").map((name) => resolve(source, name)),
      );
      const origins = new Map<string, Promise<ReadonlyMap<string, Origin>>>();
      build.onLoad({ filter: /[/\\]src[/\\].*\.tsx?$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const contents = await withDirectImports(text, { path, origins, entries });
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Returns the text of a file with direct imports. */
export async function withDirectImports(text: string, { path, origins, entries }: ReadFile): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(STATEMENT)) {
    const [statement, keyword = "", braces = "", specifier = ""] = match;
    const entry = fileOf(specifier, path);
    if (!entries.has(entry)) continue;
    const known = await originsOf(entry, origins);
    const lines = valuesIn(braces).map(({ name, as }) => {
      const origin = known.get(name);
      const from = origin === undefined ? specifier : specifierOf(origin.file, path);
      return `${keyword} { ${origin?.name ?? name} as ${as} } from "${from}";`;
    });
    parts.push(text.slice(at, match.index), lines.join(" "));
    at = match.index + statement.length;
  }
  return parts.join("") + text.slice(at);
}

/** Returns the origin of each value that an entry point exports; entry points below it are followed. */
async function originsOf(
  entry: string,
  origins: Map<string, Promise<ReadonlyMap<string, Origin>>>,
): Promise<ReadonlyMap<string, Origin>> {
  const known = origins.get(entry);
  if (known !== undefined) return known;
  const reading = readOrigins(entry, origins);
  origins.set(entry, reading);
  return reading;
}

async function readOrigins(
  entry: string,
  origins: Map<string, Promise<ReadonlyMap<string, Origin>>>,
): Promise<ReadonlyMap<string, Origin>> {
  const found = new Map<string, Origin>();
  for (const [, braces = "", specifier = ""] of (await readFile(entry, "utf8")).matchAll(REEXPORT)) {
    const file = fileOf(specifier, entry);
    const below = specifier.endsWith("/index.js") ? await originsOf(file, origins) : undefined;
    for (const { name, as } of valuesIn(braces)) found.set(as, below?.get(name) ?? { file, name });
  }
  return found;
}

/** Returns the names of values in the braces of a statement. */
function valuesIn(braces: string): NamedBinding[] {
  return braces
    .split(",")
    .map((binding) => binding.trim())
    .filter((binding) => binding !== "" && !binding.startsWith("type "))
    .map((binding) => {
      const [name = "", as = name] = binding.split(" as ");
      return { name, as };
    });
}

function fileOf(specifier: string, from: string): string {
  const file = resolve(dirname(from), specifier.replace(/\.js$/, ".ts"));
  return existsSync(file) ? file : `${file}x`;
}

function specifierOf(file: string, from: string): string {
  const path = relative(dirname(from), file)
    .split(sep)
    .join("/")
    .replace(/\.tsx?$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}
