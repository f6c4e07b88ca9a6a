import { type ToolContext, ToolError } from "../../../contract/index.js";

/** Largest file that is looked into for checks. */
const MAX_PROJECT_FILE_BYTES = 1_048_576;

/** A folder that may have checks. Looks at files only; runs nothing. */
export interface ProjectFolder {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly names: ReadonlySet<string>;
  /** The text of a file of the folder; empty where it is not there, unreadable, or too large to be what it is called. */
  text(name: string): Promise<string>;
  /** Names in a folder below this one; none where there is no such folder. */
  namesIn(folder: string): Promise<readonly string[]>;
  /** The program that the project brings along, as it is called from here; nothing where there is none. */
  program(places: readonly string[], name: string): Promise<string | undefined>;
  /** Whether this folder or one above it, as far as the roots go, has one of these files; gives the first. */
  above(names: readonly string[]): Promise<string | undefined>;
}

/**
 * Looks into a folder.
 *
 * @param above - the folders over it that belong to the project, nearest first
 */
export async function projectFolder(
  path: string,
  above: readonly string[],
  context: ToolContext,
): Promise<ProjectFolder> {
  const names = new Set((await context.files.list(path)).map(({ name }) => name));
  const isFile = async (file: string) => (await context.files.locate(file)).stat?.type === "file";
  return {
    path,
    names,
    async text(name) {
      if (!names.has(name.split("/")[0] ?? "")) return "";
      return readQuietly(`${path}/${name}`, context);
    },
    async namesIn(folder) {
      if (!names.has(folder.split("/")[0] ?? "")) return [];
      try {
        return (await context.files.list(`${path}/${folder}`)).map(({ name }) => name);
      } catch (error) {
        return quietly(error, []);
      }
    },
    async program(places, name) {
      for (const [depth, folder] of [path, ...above].entries()) {
        for (const place of places) {
          if (await isFile(`${folder}/${place}/${name}`)) return `${"../".repeat(depth)}${place}/${name}`;
        }
      }
      return undefined;
    },
    async above(wanted) {
      const here = wanted.find((name) => names.has(name));
      if (here !== undefined) return here;
      for (const folder of above) {
        for (const name of wanted) if (await isFile(`${folder}/${name}`)) return name;
      }
      return undefined;
    },
  };
}

async function readQuietly(path: string, context: ToolContext): Promise<string> {
  try {
    const bytes = await context.files.readBytes(path, { maxBytes: MAX_PROJECT_FILE_BYTES });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    return quietly(error, "");
  }
}

/** A file that cannot be read says nothing about checks. */
function quietly<Value>(error: unknown, value: Value): Value {
  if (ToolError.isInstance(error)) return value;
  throw error;
}
