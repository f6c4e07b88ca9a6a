import { type FileChange, type FileLocation, ToolError, type UndoneChange } from "../../contract/index.js";
import { pathFolding, withoutUndefined } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { concerns, type JournalEntry, type JournalStep } from "../journal/index.js";
import { textOf } from "../reading/index.js";
import { openUndoStep, type UndoStep } from "./undo-step.js";

/** Undoes the session's last change, under the locks of its files; see `FileChanges.undo`. */
export async function undoChange(
  call: CallFiles,
  options: { readonly path?: string } = {},
): Promise<readonly UndoneChange[]> {
  for (;;) {
    const entry = await lastChange(call, options.path);
    const { steps } = entry;
    if (steps === undefined) throw cannotBeUndone(entry);
    const undone = await call.locked(await locationsOf(call, steps), async (held) =>
      // Another call may have undone it while this one waited.
      call.journal.has(entry) ? takeBack(held, entry, steps) : undefined,
    );
    if (undone !== undefined) return undone;
  }
}

async function lastChange(call: CallFiles, requested: string | undefined): Promise<JournalEntry> {
  if (requested === undefined) {
    const last = call.journal.last();
    if (last === undefined) throw nothingToUndo(call, "This session has not changed any file");
    return last;
  }
  const entry = await call.locateEntry(requested);
  // The change may concern a symlink itself or its target.
  const target = await call.locate(requested).catch(() => entry);
  const { files } = call.services.backend;
  const last = call.journal.last((change) => concerns(change, [entry.path, target.path], files));
  if (last === undefined) throw nothingToUndo(call, `This session has not changed '${target.path}'`);
  return last;
}

async function locationsOf(
  call: CallFiles,
  steps: readonly JournalStep[],
): Promise<readonly Pick<FileLocation, "path" | "stat">[]> {
  const fold = pathFolding(call.services.backend.files);
  const paths = steps.flatMap((step) => (step.type === "moved" ? [step.path, step.movedFrom] : [step.path]));
  return Promise.all(
    paths.map(async (path) => {
      const location = await call.locateEntry(path);
      // The path may lead elsewhere by now; that is checked under the lock.
      return fold(location.path) === fold(path) ? location : { path };
    }),
  );
}

async function takeBack(
  call: CallFiles,
  entry: JournalEntry,
  steps: readonly JournalStep[],
): Promise<readonly UndoneChange[]> {
  const opened: UndoStep[] = [];
  try {
    for (const step of [...steps].reverse()) opened.push(await openUndoStep(call, step));
    await call.carryOut(...opened.flatMap((step) => step.steps));
    call.journal.remove(entry);
    for (const step of opened) await step.done();
  } finally {
    for (const step of opened) await step.close();
  }
  call.report(entry.changes.map(reversed));
  const undone: UndoneChange[] = [];
  for (const change of entry.changes) undone.push(await undoneChange(change, opened));
  return undone;
}

function reversed({ type, path, movedFrom }: FileChange): FileChange {
  switch (type) {
    case "create":
      return { type: "delete", path };
    case "update":
      return { type: "update", path };
    case "delete":
      return { type: "create", path };
    case "move":
      return { type: "move", path: movedFrom ?? path, movedFrom: path };
  }
}

async function undoneChange(change: FileChange, undone: readonly UndoStep[]): Promise<UndoneChange> {
  const { type, path, movedFrom } = change;
  const back = movedFrom ?? path;
  const before = await textOf(undone.find((step) => step.path === path)?.before);
  const after = await textOf(undone.find((step) => step.path === back)?.after);
  return {
    type,
    path: back,
    ...(movedFrom === undefined ? {} : { movedBackFrom: path }),
    ...withoutUndefined({ before, after }),
  };
}

function nothingToUndo({ journal }: CallFiles, what: string): ToolError {
  const forgotten = journal.hasDropped
    ? " since then, according to its history: only the latest changes are kept, and older ones were forgotten"
    : "";
  return new ToolError(`${what}${forgotten}, so there is nothing to undo.`, { code: "nothing-to-undo" });
}

function cannotBeUndone({ changes }: JournalEntry): ToolError {
  const paths = changes.map(({ path }) => `'${path}'`).join(", ");
  return new ToolError(
    `The last change (of ${paths}) cannot be undone: the previous content was too large to keep or could not be read. Restore it from version control or a backup.`,
    { code: "nothing-to-undo", absolutePath: changes[0]?.path },
  );
}
