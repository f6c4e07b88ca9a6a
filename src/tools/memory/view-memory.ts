import { type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { readingKeys } from "../paths/index.js";
import {
  isBelow,
  isMemoryRoot,
  locateMemory,
  type MemoryFolder,
  memoryPath,
  missingMemory,
} from "./memory-path.js";

/** Most entries of a folder that one call lists. */
const MAX_ENTRIES = 1_000;

/** Most lines of a file that one call shows, and the width of their numbers (memory tool of Anthropic). */
const MAX_LINES = 999_999;
const NUMBER_WIDTH = 6;

/** Levels of folders below the viewed one. */
const LEVELS = 2;

const UNITS = ["B", "K", "M", "G", "T"] as const;

/** A memory to view. */
export interface ViewMemoryInput {
  readonly path: string;
  /** First and last line, from 1; -1 as the last line means the end. */
  readonly range?: readonly [number, number] | undefined;
  readonly folder: MemoryFolder;
}

/** Views a file with line numbers, or the names in a folder with sizes, in the words of Anthropic's memory tool. */
export const viewMemoryOperation: Operation<ViewMemoryInput, string> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: ({ path, folder }, { cwd }) => [
      ...readingKeys(memoryPath(path, folder), cwd),
      { key: `directory:${memoryPath(path, folder)}`, mode: "read", scope: "subtree" },
    ],
  },
  facts: ({ path, folder }) => ({ paths: [{ path: memoryPath(path, folder), access: "read" }] }),
  async run(input, context) {
    const { path, folder } = input;
    const { stat } = await locateMemory(path, folder, context);
    if (stat?.type === "directory") return folderText(input, stat.size, context);
    if (stat !== undefined) return fileText(input, context);
    if (isMemoryRoot(path)) return listText(path, 0, []);
    throw missingMemory(path);
  },
};

async function fileText({ path, range, folder }: ViewMemoryInput, context: ToolContext): Promise<string> {
  const { text } = await context.files.readText(memoryPath(path, folder));
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) {
    throw new ToolError(`File ${path} has too many lines (${lines.length}). Maximum is 999,999 lines.`, {
      code: "file-too-large",
    });
  }
  const start = Math.max(1, range?.[0] ?? 1);
  const end = range === undefined || range[1] === -1 ? lines.length : range[1];
  const rows = lines
    .slice(start - 1, end)
    .map((line, index) => `${String(start + index).padStart(NUMBER_WIDTH)}\t${line}`);
  return `Here's the content of ${path} with line numbers:\n${rows.join("\n")}`;
}

interface ListedMemory {
  readonly path: string;
  readonly size: number;
}

async function folderText(input: ViewMemoryInput, size: number, context: ToolContext): Promise<string> {
  const { path, folder } = input;
  const root = (await context.files.locate(folder.directory)).path;
  const listed: ListedMemory[] = [];
  const visit = async (below: string, level: number): Promise<void> => {
    const entries = await context.files.list(`${memoryPath(path, folder)}${below}`);
    for (const { name } of entries) {
      if (name.startsWith(".") || name === "node_modules" || listed.length > MAX_ENTRIES) continue;
      const location = await context.files.locate(`${memoryPath(path, folder)}${below}/${name}`);
      const { stat } = location;
      if (stat === undefined || !isBelow(location.path, root)) continue;
      if (stat.type === "directory") {
        listed.push({ path: `${below}/${name}/`, size: stat.size });
        if (level < LEVELS) await visit(`${below}/${name}`, level + 1);
      } else if (stat.type === "file") listed.push({ path: `${below}/${name}`, size: stat.size });
    }
  };
  await visit("", 1);
  const shown = listListed(path, size, listed.slice(0, MAX_ENTRIES));
  return listed.length > MAX_ENTRIES ? `${shown}\n[There are more entries. View a folder below.]` : shown;
}

function listListed(path: string, size: number, listed: readonly ListedMemory[]): string {
  return listText(
    path,
    size,
    listed.map((entry) => `${sizeText(entry.size)}\t${path}${entry.path}`),
  );
}

function listText(path: string, size: number, rows: readonly string[]): string {
  const heading = `Here're the files and directories up to ${LEVELS} levels deep in ${path}, excluding hidden items and node_modules:`;
  return [heading, `${sizeText(size)}\t${path}`, ...rows].join("\n");
}

/** Returns a size as `0B`, `512B`, `1.5K`. */
function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${UNITS[unit]}`;
}
