import { type FileStat, ToolError } from "../../../contract/index.js";
import { hexadecimal } from "../../../values/index.js";
import { checkingDeepagents, messageOf, pathsOf, uploadsOf } from "./deepagents-arguments.js";
import { searchFiles, searchText } from "./deepagents-searches.js";
import type {
  DeepagentsFile,
  DeepagentsRead,
  DeepagentsSession,
  DeepagentsTransferError,
} from "./deepagents-types.js";
import { decodedText, mimeTypeOf } from "./file-kinds.js";
import { collectOutput } from "./session-commands.js";
import type { SessionFiles } from "./session-files.js";

/** Lines that deepagents reads where it names no number. */
const DEFAULT_LINES = 500;

/** Creates a sandbox for deepagents on a backend. Only transfers reject, and only for invalid arguments: their results have no message. */
export function deepagentsSession(files: SessionFiles): DeepagentsSession {
  return checkingDeepagents(operationsOf(files));
}

function operationsOf(files: SessionFiles): DeepagentsSession {
  const id = `collet-${hexadecimal(crypto.getRandomValues(new Uint8Array(8)))}`;
  return {
    id,
    ls: (path) => orError(async () => ({ files: await listed(files, path) })),
    read: (path, offset = 0, limit = DEFAULT_LINES) => orError(() => readLines(files, path, offset, limit)),
    readRaw: (path) =>
      orError(async () => {
        const { stat, bytes } = await required(files, path);
        const modified = new Date(stat.modifiedAtMs).toISOString();
        const content = decodedText(bytes) ?? bytes;
        const mimeType = typeof content === "string" ? "text/plain" : mimeTypeOf(path);
        return { data: { content, mimeType, created_at: modified, modified_at: modified } };
      }),
    write: (path, content) =>
      orError(async () => {
        await files.write(path, new TextEncoder().encode(content));
        return { path, filesUpdate: null };
      }),
    edit: (path, oldString, newString, replaceAll = false) =>
      orError(() => edit(files, path, { oldString, newString, replaceAll })),
    grep: (pattern, path, glob, maxCount) =>
      orError(() => searchText(files, { pattern, path, glob, maxCount })),
    glob: (pattern, path) => orError(() => searchFiles(files, pattern, path)),
    delete: (path) =>
      orError(async () => ((await files.remove(path)) ? { path, filesUpdate: null } : notFound(path))),
    uploadFiles: async (uploads) =>
      Promise.all(uploadsOf(uploads).map(([path, content]) => upload(files, path, content))),
    downloadFiles: async (paths) => Promise.all(pathsOf(paths).map((path) => download(files, path))),
    execute: async (command) => {
      try {
        const { output, exitCode, isTruncated } = await collectOutput(files, {
          command,
          signal: new AbortController().signal,
        });
        return { output, exitCode, truncated: isTruncated };
      } catch (error) {
        return { output: messageOf(error), exitCode: null, truncated: false };
      }
    },
  };
}

async function listed(files: SessionFiles, path: string): Promise<DeepagentsFile[]> {
  const { path: paths } = files.backend.files;
  const absolute = files.absolute(path);
  const entries = [...(await files.list(path))].sort((one, two) => (one.name < two.name ? -1 : 1));
  return Promise.all(
    entries.map(async ({ name, type }) => {
      const at = paths.join(absolute, name);
      if (type === "directory") return { path: `${at}/`, is_dir: true };
      const stat = await files.linkStat(at);
      return stat === undefined ? { path: at, is_dir: false } : { path: at, ...factsOf(stat) };
    }),
  );
}

function factsOf({ size, modifiedAtMs }: FileStat) {
  return { is_dir: false, size, modified_at: new Date(modifiedAtMs).toISOString() };
}

async function required(files: SessionFiles, path: string): Promise<{ stat: FileStat; bytes: Uint8Array }> {
  const stat = await files.stat(path);
  const bytes = stat && (await files.read(path));
  if (stat !== undefined && bytes !== undefined) return { stat, bytes };
  throw new ToolError(`File '${path}' does not exist.`, { code: "not-found", absolutePath: path });
}

async function readLines(
  files: SessionFiles,
  path: string,
  offset: number,
  limit: number,
): Promise<DeepagentsRead> {
  const { bytes } = await required(files, path);
  const text = decodedText(bytes);
  if (text === undefined) return { content: bytes, mimeType: mimeTypeOf(path) };
  const mimeType = "text/plain";
  if (text === "") return { content: "", mimeType, totalLines: 0 };
  const lines = text.split("\n");
  // A line end at the end of the file begins no further line.
  if (lines.at(-1) === "") lines.pop();
  const first = Math.max(0, Math.floor(offset));
  if (first >= lines.length)
    return { error: `Line offset ${first} is beyond the end of '${path}', which has ${lines.length} lines.` };
  const end = Math.min(lines.length, first + Math.max(0, Math.floor(limit)));
  return {
    content: lines.slice(first, end).join("\n"),
    mimeType,
    totalLines: lines.length,
    startLine: first + 1,
    endLine: end,
    ...(end < lines.length && { nextOffset: end }),
  };
}

interface Edit {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

async function edit(files: SessionFiles, path: string, { oldString, newString, replaceAll }: Edit) {
  const { bytes } = await required(files, path);
  const text = decodedText(bytes);
  if (text === undefined) return { error: `'${path}' is not a text in UTF-8, so it was not edited.` };
  if (oldString === "") return { error: "The text to replace is empty. Nothing was changed." };
  const parts = text.split(oldString);
  const occurrences = parts.length - 1;
  if (occurrences === 0)
    return {
      error: `The text to replace does not occur in '${path}'. Read the file again. Nothing was changed.`,
    };
  if (occurrences > 1 && !replaceAll)
    return {
      error: `The text to replace occurs ${occurrences} times in '${path}'. Add lines around it until it is unique, or replace all of them. Nothing was changed.`,
    };
  await files.write(path, new TextEncoder().encode(parts.join(newString)), { replacing: bytes });
  return { path, filesUpdate: null, occurrences };
}

async function upload(files: SessionFiles, path: string, content: Uint8Array) {
  try {
    await files.write(path, content);
    return { path, error: null };
  } catch (error) {
    return { path, error: transferError(error) };
  }
}

async function download(files: SessionFiles, path: string) {
  try {
    const content = await files.read(path);
    return content === undefined
      ? { path, content: null, error: "file_not_found" as const }
      : { path, content, error: null };
  } catch (error) {
    return { path, content: null, error: transferError(error) };
  }
}

function transferError(error: unknown): DeepagentsTransferError {
  if (!ToolError.isInstance(error)) return "invalid_path";
  if (error.code === "not-found") return "file_not_found";
  if (error.code === "not-a-file") return "is_directory";
  return error.code === "invalid-path" || error.code === "not-a-directory"
    ? "invalid_path"
    : "permission_denied";
}

function notFound(path: string) {
  return { error: `'${path}' does not exist.` };
}

async function orError<Result extends object>(
  work: () => Promise<Result | { error: string }>,
): Promise<Result | { error: string }> {
  try {
    return await work();
  } catch (error) {
    return { error: messageOf(error) };
  }
}
