import { type FileChange, type PathOutcome, ToolError } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import type { ChangeStep } from "../changes/index.js";
import { type JournalStep, journalEntry } from "../journal/index.js";

/** A change that was checked and can be carried out, alone or together with others. */
export interface PlannedChange {
  /** The change as the call reports it. */
  readonly change: FileChange;
  readonly steps: readonly ChangeStep[];
  /**
   * Called once the change is done: updates what the session knows of the file, and returns the steps for an undo;
   * `undefined` stands for a step that cannot be undone.
   */
  done(): Promise<readonly (JournalStep | undefined)[]>;
}

/** Carries out planned changes as one: all or none, remembered as one, each reported. */
export async function carryOutPlans(call: CallFiles, plans: readonly PlannedChange[]): Promise<void> {
  if (plans.length === 0) return;
  try {
    await call.carryOut(...plans.flatMap(({ steps }) => steps));
  } catch (error) {
    if (ToolError.isInstance(error)) await rememberDone(call, plans, error.outcomes ?? []);
    throw error;
  }
  await remember(call, plans);
}

/** Remembers and reports the completed part of a half-done change, which can be undone. */
async function rememberDone(
  call: CallFiles,
  plans: readonly PlannedChange[],
  outcomes: readonly PathOutcome[],
): Promise<void> {
  const made = new Set(
    outcomes.filter(({ state }) => state === "new" || state === "set-aside").map(({ path }) => path),
  );
  const done = plans.filter(
    ({ change: { path, movedFrom } }) => made.has(path) && (movedFrom === undefined || made.has(movedFrom)),
  );
  // The disk fails: what cannot be checked is not remembered.
  if (done.length > 0) await remember(call, done).catch(() => {});
}

async function remember(call: CallFiles, plans: readonly PlannedChange[]): Promise<void> {
  const undoing: (JournalStep | undefined)[] = [];
  for (const plan of plans) undoing.push(...(await plan.done()));
  call.changed(
    journalEntry(
      plans.map(({ change }) => change),
      ...undoing,
    ),
  );
}
