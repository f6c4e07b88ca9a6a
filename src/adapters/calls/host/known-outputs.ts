import type { ToolSession } from "../../../contract/index.js";

/** Stored outputs that are remembered per session; the oldest are forgotten first, and reading their paths asks again. */
const MAX_OUTPUTS = 10_000;

/** UTF-16 code units of a path: the longest of Linux. A worker is not trusted with the memory of its host. */
const MAX_PATH_CHARACTERS = 4_096;

/** The outputs that workers stored for the sessions of a host, which may read them without a question. */
export class KnownOutputs {
  readonly #paths = new WeakMap<ToolSession, Set<string>>();

  add(session: ToolSession, paths: readonly string[]): void {
    if (paths.length === 0) return;
    const known = this.#paths.get(session) ?? new Set();
    this.#paths.set(session, known);
    for (const path of paths) if (path.length <= MAX_PATH_CHARACTERS) known.add(path);
    for (const oldest of known) {
      if (known.size <= MAX_OUTPUTS) break;
      known.delete(oldest);
    }
  }

  /** Returns whether an output was stored for the session or for one of its ancestors. */
  owns(path: string, session: ToolSession): boolean {
    const seen = new Set<ToolSession>();
    for (let each: ToolSession | undefined = session; each && !seen.has(each); each = each.parent) {
      if (this.#paths.get(each)?.has(path) === true) return true;
      seen.add(each);
    }
    return false;
  }
}
