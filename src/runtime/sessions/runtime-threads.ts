import type { ProjectThreads, ThreadStore } from "../../contract/index.js";

/** Number of threads that a search returns if the host sets no limit. */
const DEFAULT_LIMIT = 20;

/**
 * Returns the threads of a runtime for its host: those of the runtime's cwd, unless the host names another project.
 */
export function runtimeThreads(threads: ThreadStore, cwd: string): ProjectThreads {
  return {
    append: (id, entries, { project = cwd, title } = {}) =>
      threads.append(id, entries, { project, ...(title !== undefined && { title }) }),
    read: (id, { project = cwd } = {}) => threads.read(id, { project }),
    find: (query, { project = cwd, limit = DEFAULT_LIMIT, signal = new AbortController().signal } = {}) =>
      threads.find(query, { project, limit, signal }),
  };
}
