import type { Thread, ThreadEntry, ThreadStore } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import { createYield } from "../../../values/index.js";
import { checkThreadEntries, checkThreadId, titleOf } from "../../threads/index.js";
import { errnoOf, fileError } from "../file-error.js";
import { appendLines } from "./append-lines.js";
import { KnownThread } from "./known-thread.js";
import { ProjectIndex } from "./project-index.js";
import { projectOf, threadFile, threadFolders } from "./thread-folder.js";
import { readThreadLines } from "./thread-lines.js";
import { entryLine, headerLine, readRecord } from "./thread-record.js";

/** Keeps threads in files, as `localThreadStore` states. */
export function threadFiles({
  stateDirectory,
  now,
}: {
  readonly stateDirectory: string | undefined;
  readonly now: () => number;
}): ThreadStore {
  const folders = threadFolders(stateDirectory);
  const indexes = new Map<string, ProjectIndex>();
  const appends = new Map<string, Promise<void>>();

  /** Runs one append at a time for each thread, so that entries keep the order of the calls. */
  function inOrder(path: string, work: () => Promise<void>): Promise<void> {
    const before = appends.get(path) ?? Promise.resolve();
    const run = before.catch(() => {}).then(work);
    appends.set(path, run);
    const forget = () => {
      if (appends.get(path) === run) appends.delete(path);
    };
    run.then(forget, forget);
    return run;
  }

  return {
    async append(id, entries, { project: asked, title }) {
      checkThreadId(id);
      const kept = checkThreadEntries(entries);
      const project = projectOf(asked);
      const path = threadFile(folders.open(project), id);
      const header = headerLine({ id, project, title: titleOf(title, kept), createdAt: now() });
      await inOrder(path, async () => {
        try {
          const lines: string[] = [];
          const pause = createYield();
          for (const entry of kept) {
            lines.push(entryLine(entry));
            await pause();
          }
          await appendLines(path, lines.join(""), {
            isWell: startsWithHeader,
            missing: header,
          });
        } catch (error) {
          throw ToolError.isInstance(error) ? error : fileError(error, path);
        }
      });
    },
    async read(id, { project: asked }) {
      const project = projectOf(asked);
      const folder = folders.find(project);
      if (folder === undefined) return undefined;
      const path = threadFile(folder, id);
      const known = new KnownThread();
      const entries: ThreadEntry[] = [];
      try {
        const state = await readThreadLines(
          path,
          0,
          (line) => {
            known.take(line);
            if (line.record?.type === "entry") entries.push(line.record.entry);
          },
          createYield(),
        );
        known.reached(state);
      } catch (error) {
        if (errnoOf(error) === "ENOENT") return undefined;
        throw ToolError.isInstance(error) ? error : fileError(error, path);
      }
      const summary = known.summary(project);
      return summary && ({ ...summary, entries, tornEntries: known.tornEntries } satisfies Thread);
    },
    async find(query, { project: asked, limit, signal }) {
      const project = projectOf(asked);
      const folder = folders.find(project);
      if (folder === undefined || limit < 1) return [];
      const index = indexes.get(folder) ?? new ProjectIndex(folder, project);
      indexes.set(folder, index);
      return index.find(query, limit, signal);
    },
  };
}

/** Returns whether the first non-empty line is a complete header. */
function startsWithHeader(text: string): boolean {
  const line = text.split("\n").find((each) => each !== "") ?? "";
  return readRecord(line)?.type === "thread";
}
