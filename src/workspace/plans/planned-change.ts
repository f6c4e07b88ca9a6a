import type { CallFiles } from "../call-files.js";
import type { ChangeStep } from "../changes/index.js";
import { type JournaledChange, type JournalStep, journalEntry } from "../journal/index.js";

/** A change that was checked and can be carried out, alone or together with others. */
export interface PlannedChange {
  /** What the call does, in its words. */
  readonly change: JournaledChange;
  readonly steps: readonly ChangeStep[];
  /**
   * Called once the change is done: keeps what the session knows of the file up to date, and tells what it takes to undo the
   * change; `undefined` among that for what cannot be.
   */
  done(): Promise<readonly (JournalStep | undefined)[]>;
}

/** Carries out planned changes as one: all or none, remembered as one, each reported. */
export async function carryOutPlans(call: CallFiles, plans: readonly PlannedChange[]): Promise<void> {
  if (plans.length === 0) return;
  await call.carryOut(...plans.flatMap(({ steps }) => steps));
  const undoing: (JournalStep | undefined)[] = [];
  for (const plan of plans) undoing.push(...(await plan.done()));
  call.changed(
    journalEntry(
      plans.map(({ change }) => change),
      ...undoing,
    ),
  );
}
