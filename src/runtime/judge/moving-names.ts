/** How a call depends on where paths lead, and what it may do to that. */
export interface PathEffects {
  /** Real paths that the call uses, and the symlinks on the way to them; `"any"` where nobody can tell. */
  readonly leads: readonly string[] | "any";
  /**
   * Names that may stand for something else once the call has run: itself and all below, or with a separator at its end all
   * below alone. `"any"` for any name at all.
   */
  readonly renames: readonly string[] | "any";
}

/** The effects of a call that has nothing to do with paths. */
export const NO_PATH_EFFECTS: PathEffects = { leads: [], renames: [] };

/** A call under way that renames. */
export interface Renaming {
  readonly ended: Promise<unknown>;
  /** On the clock of {@link MovingNames.now}. */
  endedAt: number;
}

/**
 * The names that calls of one run, not over yet, may give to something else. A call that uses such a name cannot say what it
 * touches before those are over.
 *
 * Looking for a path costs O(its depth), however many calls there are.
 */
export class MovingNames {
  #now = 0;
  readonly #any = new Set<Renaming>();
  readonly #byName = new Map<string, Set<Renaming>>();

  /** Moves on whenever a renaming call ends. */
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

  /** The calls that were not over at a moment, and may change where these paths lead. */
  affecting(leads: PathEffects["leads"], since: number): readonly Renaming[] {
    if (leads.length === 0) return [];
    const found = new Set(this.#any);
    if (leads === "any") for (const set of this.#byName.values()) addAll(found, set);
    else if (this.#byName.size > 0) for (const lead of leads) this.#addAbove(lead, found);
    return [...found].filter(({ endedAt }) => endedAt > since);
  }

  /** Drops what is over: nobody's knowledge is older than that any more. */
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
