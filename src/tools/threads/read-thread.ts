import { type Thread, ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { createYield } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { projectFolders } from "./project-folders.js";
import { type PageRequest, type ThreadPage, threadPage } from "./thread-page.js";

/** Threads that the error for an unknown id names. */
const MAX_NAMED_THREADS = 5;

/** The thread to read, and which part of it. */
export interface ReadThreadInput extends PageRequest {
  readonly id: string;
}

/** A part of a thread. */
export interface ReadThreadOutput extends ThreadPage {
  readonly thread: Omit<Thread, "entries">;
  /** Path of the whole thread as text, if a part is omitted; Read and Grep can open it. */
  readonly savedTo?: string;
}

/**
 * Reads a thread of the session's project, one page at a time. If a page omits something, the whole thread is stored as
 * text in the output store.
 *
 * Errors: `unknown-thread` with the most recently changed threads, `range-out-of-bounds` for an entry after the last.
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
          `The thread '${input.id}' has ${counted(entries.length, "entry", "entries")}; there is none with the number ${input.firstEntry}. Use a number between 1 and ${entries.length}.`,
          { code: "range-out-of-bounds" },
        );
      }
      const pause = createYield(context.signal);
      const page = await threadPage(entries, input, pause);
      const isWhole =
        page.entries.length === entries.length &&
        page.entries.every((entry) => entry.omittedCharacters === 0);
      if (isWhole) return { thread, ...page };
      const whole = context.outputs.open();
      for (const [index, { role, text }] of entries.entries()) {
        whole.append(new TextEncoder().encode(`## ${index + 1} ${role}\n${text}\n\n`));
        await pause();
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
      `There is no thread '${input.id}' in ${projects.join(" or ")}. ${named === "" ? "No threads are stored there." : `The most recent ones are ${named}.`} Search for it by words first.`,
      { code: "unknown-thread" },
    );
  },
};
