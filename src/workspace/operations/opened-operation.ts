import type { AppliedOperation } from "../../contract/index.js";
import { beforeLongStep } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { fileImage } from "../changes/index.js";
import { MAX_JOURNAL_BYTES } from "../journal/index.js";
import {
  type OpenedEntry,
  type OpenedText,
  openEntry,
  openText,
  type PlannedChange,
  planChangedMove,
  planCreation,
  planMove,
  planRemoval,
  planReplacement,
} from "../plans/index.js";
import { encodeLongText, textOf } from "../reading/index.js";
import type { JudgedOperation } from "./judged-operation.js";
import { MAX_MARKED_BYTES, openMove } from "./move-path.js";

/** Result of preparing an operation. */
export interface PreparedOperation {
  readonly applied: AppliedOperation;
  /** Absent if nothing changes. */
  readonly plan?: PlannedChange;
}

/** An operation whose files were read and found unchanged, and are held open. */
export interface OpenedOperation {
  /** Computes the new content; rethrows the errors of the operation's `update`. */
  prepare(): PreparedOperation | Promise<PreparedOperation>;
  close(): Promise<void>;
}

/** Reads the files of an operation. Throws when they differ from what the session read. */
export async function openOperation(call: CallFiles, judged: JudgedOperation): Promise<OpenedOperation> {
  switch (judged.type) {
    case "create":
      return openCreation(call, judged);
    case "update":
      return openUpdate(call, judged);
    case "delete":
      return openRemoval(call, judged);
    case "move":
      return openOperationMove(call, judged);
  }
}

type Judged<Type extends JudgedOperation["type"]> = JudgedOperation & { readonly type: Type };

function openCreation(call: CallFiles, { operation, location }: Judged<"create">): OpenedOperation {
  const { text } = operation;
  return {
    async prepare() {
      const bytes = await encodeLongText(text, "utf-8");
      return {
        applied: { type: "create", location, after: text },
        plan: planCreation(call, location.path, { bytes }),
      };
    },
    close: async () => {},
  };
}

async function openUpdate(
  call: CallFiles,
  { operation, location }: Judged<"update">,
): Promise<OpenedOperation> {
  const opened = await openText(call, location, operation.whenStale);
  return {
    async prepare() {
      const { file } = opened;
      const after = await operation.update(file);
      await beforeLongStep(after);
      const applied = { type: "update", location, before: file.text, after } as const;
      if (after === file.text) return { applied };
      const content = await encodeLongText(after, file.encoding);
      const knowledge = file.stale === undefined ? "as-before" : "unchanged";
      return { applied, plan: planReplacement(call, opened, content, knowledge) };
    },
    close: opened.close,
  };
}

async function openRemoval(call: CallFiles, { location }: Judged<"delete">): Promise<OpenedOperation> {
  const entry = await openEntry(call, location, { maxBytes: MAX_JOURNAL_BYTES });
  try {
    const { content } = entry;
    if (content !== undefined) await call.requireFresh(location.path, content, { content: "removed" });
  } catch (error) {
    await entry.close();
    throw error;
  }
  const before = location.secret ? undefined : await textOf(entry.content?.bytes);
  return {
    prepare: () => ({
      applied: { type: "delete", location, ...(before === undefined ? {} : { before }) },
      plan: planRemoval(call, entry),
    }),
    close: entry.close,
  };
}

async function openOperationMove(
  call: CallFiles,
  { operation, ends }: Judged<"move">,
): Promise<OpenedOperation> {
  const { from, to } = ends;
  const { update, whenStale } = operation;
  const text = update === undefined ? undefined : await openText(call, from, whenStale);
  const source =
    text === undefined ? await openEntry(call, from, { maxBytes: MAX_MARKED_BYTES }) : entryOf(text);
  const move = await openMove(call, ends, source);
  return {
    async prepare() {
      const applied = { type: "move", location: from, destination: to } as const;
      if (text === undefined || update === undefined) return { applied, plan: planMove(call, move) };
      const { file } = text;
      const after = await update(file);
      await beforeLongStep(after);
      const plan =
        after === file.text
          ? planMove(call, move)
          : planChangedMove(call, move, {
              content: await encodeLongText(after, file.encoding),
              isStale: file.stale !== undefined,
            });
      return { applied: { ...applied, before: file.text, after }, plan };
    },
    close: move.close,
  };
}

function entryOf({ named, old, close }: OpenedText): OpenedEntry {
  const { stat } = old.handle;
  return {
    named,
    stat,
    content: old,
    image: old.bytes && fileImage(stat, old.bytes),
    close,
  };
}
