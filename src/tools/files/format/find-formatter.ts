import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import { parentFolder } from "../../paths/index.js";
import type { Formatter, FormatterOptions } from "./formatter.js";
import { formattersFor } from "./formatters.js";

/** Largest configuration file that is read. */
const MAX_CONFIG_BYTES = 1_048_576;

/** The formatter of a file, and how to call it. */
export interface FoundFormatter {
  readonly formatter: Formatter;
  /** Absolute if the project contains it; otherwise a name to look up in PATH. */
  readonly program: string;
  readonly isLocal: boolean;
  /** Absolute path of the folder with its configuration, or with the file. */
  readonly folder: string;
  /** Folders that were searched, from that of the file up to the root. */
  readonly searched: readonly string[];
  readonly options: FormatterOptions;
}

/**
 * Finds the formatter that a project uses for a file: searches for configurations from the file's folder up to the
 * root, and for the program in the folders where the project has its own programs.
 *
 * Reads only; runs nothing.
 *
 * @throws ToolError `formatter-missing` that names everything that was searched for
 */
export async function findFormatter(file: FileLocation, context: ToolContext): Promise<FoundFormatter> {
  const folders = await foldersAbove(file.path, context);
  const candidates = formattersFor(extensionOf(file.path));
  const configured = await configuredFormatter(folders, candidates, context);
  const formatter = configured?.formatter ?? candidates.find(needsNoConfiguration);
  if (formatter === undefined) throw nothingConfigured(file.path, folders, candidates);
  const local = await localProgram(formatter, folders, context);
  return {
    formatter,
    program: local ?? formatter.program,
    isLocal: local !== undefined,
    folder: configured?.folder ?? parentFolder(file.path, file.path),
    searched: folders,
    options: formatter.name === "rustfmt" ? await rustOptions(folders, context) : {},
  };
}

function needsNoConfiguration({ configNames, configContents = [] }: Formatter): boolean {
  return configNames.length === 0 && configContents.length === 0;
}

function extensionOf(path: string): string {
  return /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** Returns the folder of a file and its parents up to the root; none for a file outside the roots. */
async function foldersAbove(path: string, context: ToolContext): Promise<string[]> {
  const folders: string[] = [];
  for (
    let folder = parentFolder(path, path);
    folders.at(-1) !== folder;
    folder = parentFolder(folder, path)
  ) {
    if (!(await context.files.locate(folder)).insideRoots) break;
    folders.push(folder);
  }
  return folders;
}

interface ConfiguredFormatter {
  readonly formatter: Formatter;
  readonly folder: string;
}

async function configuredFormatter(
  folders: readonly string[],
  candidates: readonly Formatter[],
  context: ToolContext,
): Promise<ConfiguredFormatter | undefined> {
  let lastResort: ConfiguredFormatter | undefined;
  for (const folder of folders) {
    const names = new Set((await context.files.list(folder)).map(({ name }) => name));
    for (const formatter of candidates) {
      if (!(await isConfigured(formatter, folder, names, context))) continue;
      if (formatter.lastResort !== true) return { formatter, folder };
      lastResort ??= { formatter, folder };
    }
  }
  return lastResort;
}

async function isConfigured(
  { configNames, configContents = [] }: Formatter,
  folder: string,
  names: ReadonlySet<string>,
  context: ToolContext,
): Promise<boolean> {
  if (configNames.some((name) => hasName(names, name))) return true;
  for (const { name, namesFormatter } of configContents) {
    if (names.has(name) && namesFormatter(await configText(`${folder}/${name}`, context))) return true;
  }
  return false;
}

function hasName(names: ReadonlySet<string>, pattern: string): boolean {
  if (!pattern.endsWith("*")) return names.has(pattern);
  const start = pattern.slice(0, -1);
  for (const name of names) if (name.startsWith(start) && name.length > start.length) return true;
  return false;
}

async function configText(path: string, context: ToolContext): Promise<string> {
  try {
    return new TextDecoder().decode(await context.files.readBytes(path, { maxBytes: MAX_CONFIG_BYTES }));
  } catch (error) {
    // Unreadable, too large or a folder: not a configuration.
    if (ToolError.isInstance(error)) return "";
    throw error;
  }
}

/** Not resolved: a program finds its own files by the name under which it was called. */
async function localProgram(
  { program, programFolders }: Formatter,
  folders: readonly string[],
  context: ToolContext,
): Promise<string | undefined> {
  for (const folder of folders) {
    for (const programFolder of programFolders) {
      const path = `${folder}/${programFolder}/${program}`;
      if ((await context.files.locate(path)).stat?.type === "file") return path;
    }
  }
  return undefined;
}

async function rustOptions(folders: readonly string[], context: ToolContext): Promise<FormatterOptions> {
  for (const folder of folders) {
    const manifest = await configText(`${folder}/Cargo.toml`, context);
    const rustEdition = /^[ \t]*edition[ \t]*=[ \t]*["'](\d{4})["']/m.exec(manifest)?.[1];
    if (rustEdition !== undefined) return { rustEdition };
  }
  return {};
}

function nothingConfigured(
  path: string,
  folders: readonly string[],
  candidates: readonly Formatter[],
): ToolError {
  const searchedFor = candidates.map(({ name, configNames, configContents = [] }) => {
    const signs = [...configNames, ...configContents.map(({ description }) => description)];
    return `${name} (${signs.join(", ")})`;
  });
  const [nearest] = folders;
  if (nearest === undefined) {
    return new ToolError(
      `${path} is outside the workspace, where no project configures its format. The file was not changed.`,
      { code: "formatter-missing", absolutePath: path },
    );
  }
  return new ToolError(
    `No formatter is set up for ${path}: searched ${folderSpan(folders)} for ${searchedFor.join("; ")}. The file was not changed; keep to the style of the surrounding code.`,
    { code: "formatter-missing", absolutePath: path },
  );
}

/** Returns the error for a formatter that a project uses but that is not installed. */
export function programMissing(path: string, { formatter, searched }: FoundFormatter): ToolError {
  const { name, program, programFolders } = formatter;
  const isSearched = programFolders.length > 0 && searched.length > 0;
  const where = isSearched
    ? `neither in ${programFolders.join(", ")} ${folderSpan(searched)}, nor in PATH`
    : "not in PATH";
  return new ToolError(
    `${path} should be formatted with ${name}, but '${program}' was not found, ${where}. Install it first; the file was not changed.`,
    { code: "formatter-missing", absolutePath: path },
  );
}

/** Returns the searched folders for a message: `in /w`, `from /w/src up to /w`. */
function folderSpan(folders: readonly string[]): string {
  return folders.length > 1 ? `from ${folders[0]} up to ${folders.at(-1)}` : `in ${folders[0]}`;
}
