import type { ProjectThreads, ThreadStore } from "../../contract/index.js";

/** Threads that a search gives where the host says no number. */
const DEFAULT_LIMIT = 20;

/** The threads of a runtime as its host uses them: of the runtime's cwd, unless the host names another project. */
export function runtimeThreads(threads: ThreadStore, cwd: string): ProjectThreads {
  return {
    append: (id, entries, { project = cwd, title } = {}) =>
      threads.append(id, entries, { project, ...(title !== undefined && { title }) }),
    read: (id, { project = cwd } = {}) => threads.read(id, { project }),
    find: (query, { project = cwd, limit = DEFAULT_LIMIT, signal = new AbortController().signal } = {}) =>
      threads.find(query, { project, limit, signal }),
  };
}
