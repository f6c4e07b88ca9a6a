import { type Thread, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { projectFolders } from "./project-folders.js";
import { type PageRequest, type ThreadPage, threadPage } from "./thread-page.js";

/** Threads that the error for an unknown id names. */
const MAX_NAMED_THREADS = 5;

/** Which thread to read, and what of it. */
export interface ReadThreadInput extends PageRequest {
  readonly id: string;
}

/** A part of a thread. */
export interface ReadThreadOutput extends ThreadPage {
  readonly thread: Omit<Thread, "entries">;
  /** The whole thread as text, where something of it is left out; Read and Grep reach it. */
  readonly savedTo?: string;
}

/**
 * Reads a thread of the project that the session works in, a page of it at a time. Where a page leaves something out, the
 * whole thread is kept as a text in the store of outputs.
 *
 * Errors: `unknown-thread` with the threads that were changed last, `range-out-of-bounds` for an entry behind the last.
 */
export const readThreadOperation: Operation<ReadThreadInput, ReadThreadOutput> = {
  kind: "read",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "threads", mode: "read" }] },
  facts: () => ({}),
  requires: ["threads"],
  async run(input, context) {
    const projects = await projectFolders(context);
    for (const project of projects) {
      const found = await context.threads.read(input.id, { project });
      if (found === undefined) continue;
      const { entries, ...thread } = found;
      if (input.firstEntry !== undefined && input.firstEntry > Math.max(1, entries.length)) {
        throw new ToolError(
          `The thread '${input.id}' has ${entries.length} entries; there is none with the number ${input.firstEntry}. Read from a number between 1 and ${entries.length}.`,
          { code: "range-out-of-bounds" },
        );
      }
      const page = threadPage(entries, input);
      const isWhole =
        page.entries.length === entries.length &&
        page.entries.every((entry) => entry.omittedCharacters === 0);
      if (isWhole) return { thread, ...page };
      const whole = context.outputs.open();
      for (const [index, { role, text }] of entries.entries()) {
        whole.append(new TextEncoder().encode(`## ${index + 1} ${role}\n${text}\n\n`));
      }
      const stored = await whole.finish();
      return { thread, ...page, ...(stored.kept && { savedTo: stored.path }) };
    }
    const recent = await context.threads.find("", {
      project: projects[0] ?? context.cwd,
      limit: MAX_NAMED_THREADS,
      signal: context.signal,
    });
    const named = recent.map(({ id, title }) => `${id} (${title})`).join(", ");
    throw new ToolError(
      `There is no thread '${input.id}' in ${projects.join(" or ")}. ${named === "" ? "No thread was kept there." : `The last ones are ${named}.`} Look for it with words first.`,
      { code: "unknown-thread" },
    );
  },
};
