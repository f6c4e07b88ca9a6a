/** The paths that a call depends on, and the names that it may change. */
export interface PathEffects {
  /** Real paths that the call uses, and the symlinks on the way to them; `"any"` if they are unknown. */
  readonly leads: readonly string[] | "any";
  /**
   * Names that may refer to another file once the call has run: each stands for itself and everything below, or, with
   * a separator at its end, only for everything below. `"any"` for any name.
   */
  readonly renames: readonly string[] | "any";
}

/** The effects of a call without paths. */
export const NO_PATH_EFFECTS: PathEffects = { leads: [], renames: [] };

/** An unfinished call that renames paths. */
export interface Renaming {
  readonly ended: Promise<unknown>;
  /** The end time on the clock of {@link MovingNames.now}. */
  endedAt: number;
}

/**
 * The names that unfinished calls of one run may reassign. A call that uses such a name cannot declare its resources
 * before those calls have ended.
 *
 * Looking up a path costs O(its depth), regardless of the number of calls.
 */
export class MovingNames {
  #now = 0;
  readonly #any = new Set<Renaming>();
  readonly #byName = new Map<string, Set<Renaming>>();

  /** A counter that increases whenever a renaming call ends. */
  get now(): number {
    return this.#now;
  }

  add({ renames }: PathEffects, ended: Promise<unknown>): void {
    if (renames.length === 0) return;
    const end = () => {
      this.#now += 1;
      renaming.endedAt = this.#now;
    };
    const renaming: Renaming = { ended: ended.then(end, end), endedAt: Number.POSITIVE_INFINITY };
    if (renames === "any") this.#any.add(renaming);
    else for (const name of renames) this.#at(name).add(renaming);
  }

  /** Returns the calls that were unfinished at a moment and may change where these paths lead. */
  affecting(leads: PathEffects["leads"], since: number): readonly Renaming[] {
    if (leads.length === 0) return [];
    const found = new Set(this.#any);
    if (leads === "any") for (const set of this.#byName.values()) addAll(found, set);
    else if (this.#byName.size > 0) for (const lead of leads) this.#addAbove(lead, found);
    return [...found].filter(({ endedAt }) => endedAt > since);
  }

  /** Removes ended calls: no caller uses older information any more. */
  forgetEnded(): void {
    forgetEndedIn(this.#any);
    for (const [name, set] of this.#byName) {
      forgetEndedIn(set);
      if (set.size === 0) this.#byName.delete(name);
    }
  }

  #at(name: string): Set<Renaming> {
    let set = this.#byName.get(name);
    if (set === undefined) {
      set = new Set();
      this.#byName.set(name, set);
    }
    return set;
  }

  #addAbove(lead: string, found: Set<Renaming>): void {
    addAll(found, this.#byName.get(lead));
    for (let end = lead.length - 1; end > 0; end -= 1) {
      const character = lead[end];
      if (character !== "/" && character !== "\\") continue;
      addAll(found, this.#byName.get(lead.slice(0, end)));
      addAll(found, this.#byName.get(lead.slice(0, end + 1)));
    }
  }
}

function addAll(found: Set<Renaming>, more: Iterable<Renaming> | undefined): void {
  if (more !== undefined) for (const renaming of more) found.add(renaming);
}

function forgetEndedIn(set: Set<Renaming>): void {
  for (const renaming of set) if (renaming.endedAt !== Number.POSITIVE_INFINITY) set.delete(renaming);
}
