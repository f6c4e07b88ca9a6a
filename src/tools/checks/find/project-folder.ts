import { type ToolContext, ToolError } from "../../../contract/index.js";

/** Largest file that is read to find checks. */
const MAX_PROJECT_FILE_BYTES = 1_048_576;

/** A folder that may have checks. Reads files only; runs nothing. */
export interface ProjectFolder {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly names: ReadonlySet<string>;
  /** Returns the text of a file in the folder; an empty string if it is missing, unreadable or too large. */
  text(name: string): Promise<string>;
  /** Returns the names in a subfolder; none if it does not exist. */
  namesIn(folder: string): Promise<readonly string[]>;
  /**
   * Returns the command for a program that is installed in the project, relative to this folder; `undefined` where
   * there is none.
   */
  program(subfolders: readonly string[], name: string): Promise<string | undefined>;
  /** Returns the first of these files that is in this folder or in a parent, up to the root. */
  above(names: readonly string[]): Promise<string | undefined>;
}

/**
 * Opens a folder to find its checks.
 *
 * @param above - the parent folders that belong to the project, nearest first
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
    async program(subfolders, name) {
      for (const [depth, folder] of [path, ...above].entries()) {
        for (const subfolder of subfolders) {
          if (await isFile(`${folder}/${subfolder}/${name}`))
            return `${"../".repeat(depth)}${subfolder}/${name}`;
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

/** Ignores errors of files that cannot be read. */
function quietly<Value>(error: unknown, value: Value): Value {
  if (ToolError.isInstance(error)) return value;
  throw error;
}
