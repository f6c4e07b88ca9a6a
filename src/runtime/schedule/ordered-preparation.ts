import type { Clock } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { MovingNames, NO_PATH_EFFECTS, type PathEffects } from "../judge/index.js";
import type { Admission, Preparation } from "../prepare/index.js";
import { notStarted } from "./unstarted-call.js";

/**
 * Number of calls of a batch that are judged before the first of them starts; in a larger batch, the first calls run
 * meanwhile.
 */
const MAX_PREPARED_TOGETHER = 256;

/** A call that is ready for the scheduler. */
export interface OrderedCall {
  readonly admission: Admission;
  readonly prepared: Preparation;
  /** The time since which it could have been submitted, if it was held back for earlier calls. */
  readonly keptSince?: number | undefined;
}

/**
 * Prepares the calls of a run in call order, many at once.
 *
 * The resources of a call are known only once its paths are resolved, and an unfinished earlier call may change where
 * they lead: by moving a symlink, undoing a removal or running a command. Such a call, and those after it, are held
 * back until that earlier one has ended, and prepared again. If it were scheduled with the old resolution of its
 * paths, it would run in parallel with calls that it has to wait for.
 */
export class OrderedPreparation {
  readonly #prepare: (admission: Admission) => Preparation | Promise<Preparation>;
  readonly #clock: Pick<Clock, "now">;
  readonly #moving = new MovingNames();
  /** The calls that were not submitted to the scheduler yet: the prepared ones and those held back. */
  #ahead: readonly Admission[] = [];
  /** Number of these calls that have been submitted. */
  #handedOver = 0;
  readonly #cancelled = new Set<string>();
  #stopKeeping: (() => void) | undefined;

  constructor(
    prepare: (admission: Admission) => Preparation | Promise<Preparation>,
    clock: Pick<Clock, "now">,
  ) {
    this.#prepare = prepare;
    this.#clock = clock;
  }

  /** Sets the calls of the run. */
  open(admissions: readonly Admission[]): void {
    this.#ahead = admissions;
  }

  /** Yields the calls one after the other; between two of them, the caller reports the first with `begun`. */
  async *inOrder(): AsyncGenerator<OrderedCall, void, undefined> {
    const admissions = this.#ahead;
    const pause = createYield();
    for (let start = 0; start < admissions.length; start += MAX_PREPARED_TOGETHER) {
      const window = admissions.slice(start, start + MAX_PREPARED_TOGETHER);
      this.#moving.forgetEnded();
      const preparedAt = this.#moving.now;
      const preparing: (Preparation | Promise<Preparation>)[] = [];
      for (const admission of window) {
        preparing.push(this.#prepare(admission));
        // After the last one, a pause would only let a later run overtake this one.
        const pausing = preparing.length < window.length ? pause() : undefined;
        if (pausing !== undefined) await pausing;
      }
      const prepared = await Promise.all(preparing);
      let keptSince: number | undefined;
      for (const [index, admission] of window.entries()) {
        let call = prepared[index] as Preparation;
        if (this.#moving.affecting(leadsOf(call), preparedAt).length > 0) {
          keptSince ??= this.#clock.now();
          call = await this.#prepareAnew(admission, call, preparedAt);
        }
        if (this.#cancelled.delete(admission.call.id)) {
          call = { status: "failed", call: admission.call, failure: notStarted() };
        }
        this.#handedOver = start + index + 1;
        yield { admission, prepared: call, keptSince };
      }
    }
  }

  /** Records that a call was submitted, and when it will end. */
  begun(prepared: Preparation, ended: Promise<unknown>): void {
    if (prepared.status === "failed" || prepared.decision.verdict === "deny") return;
    this.#moving.add(prepared.effects, ended);
  }

  /** Cancels a call that was not submitted yet; returns whether there is one. */
  cancel(callId: string): boolean {
    const index = this.#ahead.findIndex(({ type, call }) => type === "run" && call.id === callId);
    if (index < this.#handedOver) return false;
    this.#cancelled.add(callId);
    if (index === this.#handedOver) this.#stopKeeping?.();
    return true;
  }

  async #prepareAnew(admission: Admission, first: Preparation, preparedAt: number): Promise<Preparation> {
    let [call, knownAt] = [first, preparedAt];
    for (;;) {
      const earlier = this.#moving.affecting(leadsOf(call), knownAt);
      if (earlier.length === 0 || this.#cancelled.has(admission.call.id)) return call;
      const stopped = new Promise<void>((resolve) => {
        this.#stopKeeping = resolve;
      });
      await Promise.race([Promise.all(earlier.map(({ ended }) => ended)), stopped]);
      knownAt = this.#moving.now;
      call = await this.#prepare(admission);
    }
  }
}

function leadsOf(call: Preparation): PathEffects["leads"] {
  if (call.status === "prepared") return call.effects.leads;
  return call.lookupFailed ? "any" : NO_PATH_EFFECTS.leads;
}
