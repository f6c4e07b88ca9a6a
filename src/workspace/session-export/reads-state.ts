import type { JsonValue } from "../../contract/index.js";
import { KnownContent, type ReadPart, type ReadRecord, ReadTracker } from "../staleness/index.js";
import type { AsyncSessionState } from "./async-session-state.js";
import { ExactJson } from "./exact-json.js";
import { type ExportRoot, exportedPath, importedPath } from "./export-root.js";
import { statFrom, statJson } from "./journal-json.js";
import { isReadable, latestThatFit } from "./readable.js";

/** Most files in an exported session; those read longest ago are omitted first. */
const MAX_FILES = 10_000;

/** Windows of one file: as many as a session remembers. */
const MAX_PARTS = 64;

/** Byte ranges of one window. */
const MAX_RUNS = 100_000;

/**
 * Part of an exported session: the files that it has read, by hash. This is enough to refuse changes of files that
 * differ by now.
 */
export function readsState(exportRootOf: (root: string) => Promise<ExportRoot>): AsyncSessionState {
  return {
    name: "reads",
    async export(session, { root, maxBytes, omit }) {
      const exportRoot = await exportRootOf(root);
      const files: { readonly path: string; readonly [member: string]: JsonValue }[] = [];
      const records = [...new ReadTracker(session).records()];
      for (const [index, [path, record]] of records.entries()) {
        const relative = exportedPath(path, exportRoot);
        const isRecent = index >= records.length - MAX_FILES;
        const file =
          relative !== undefined && isRecent ? { path: relative, ...(await recordJson(record)) } : undefined;
        if (file !== undefined && isReadable(file, (json) => fileFrom(json, exportRoot))) files.push(file);
        else omit?.(relative);
      }
      const kept = latestThatFit(files, maxBytes);
      for (const { path } of files.slice(0, files.length - kept.length)) omit?.(path);
      return kept.length === 0 ? undefined : kept;
    },
    async import(session, state, { root }) {
      const exportRoot = await exportRootOf(root);
      const files = new ExactJson(state, "reads").items(MAX_FILES).map((item) => fileFrom(item, exportRoot));
      const tracker = new ReadTracker(session);
      for (const { path, record } of files) tracker.restore(path, record);
    },
  };
}

async function recordJson(record: ReadRecord): Promise<Record<string, JsonValue>> {
  if (record.type === "whole") return { hash: await record.content.hash() };
  const parts = record.parts.map(async ({ firstLine, lastLine, runs, content }) => ({
    firstLine,
    lastLine,
    runs: runs.map(({ position, length }) => [position, length]),
    hash: await content.hash(),
  }));
  return { stat: statJson(record.stat), parts: await Promise.all(parts) };
}

function fileFrom(
  json: ExactJson,
  exportRoot: ExportRoot,
): { readonly path: string; readonly record: ReadRecord } {
  const names = ["path", "hash", "stat", "parts"] as const;
  const { path, hash, stat, parts } = json.members(names, ["hash", "stat", "parts"]);
  const where = importedPath(path, exportRoot);
  if (hash.value !== undefined) {
    if (stat.value !== undefined || parts.value !== undefined) json.fail("either a whole file or parts");
    return { path: where, record: { type: "whole", content: KnownContent.ofHash(hash.hash()) } };
  }
  const record = {
    type: "parts",
    stat: statFrom(stat),
    parts: parts.items(MAX_PARTS).map(partFrom),
  } as const;
  return { path: where, record };
}

function partFrom(json: ExactJson): ReadPart {
  const { firstLine, lastLine, runs, hash } = json.members(["firstLine", "lastLine", "runs", "hash"]);
  return {
    firstLine: firstLine.count(),
    lastLine: lastLine.count(),
    runs: runs.items(MAX_RUNS).map((run) => {
      const [position, length, ...more] = run.items(2);
      if (position === undefined || length === undefined || more.length > 0) return run.fail("two numbers");
      return { position: position.count(), length: length.count() };
    }),
    content: KnownContent.ofHash(hash.hash()),
  };
}
