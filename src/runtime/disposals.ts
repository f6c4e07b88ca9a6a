import { ToolError } from "../contract/index.js";

/** Ends something; a failure is nobody's business but its own. */
export type Ending = () => Promise<void>;

/** What must not outlive its owner, and the switch that ends it. */
export interface Disposals {
  /** Ties something to the owner; gives back what unties it. Throws `runtime-disposed` after the owner's end. */
  add(end: Ending): () => void;
  /** Ends everything at the same time, and resolves when all of it has ended. */
  dispose(): Promise<void>;
}

/**
 * Creates an empty list of what must end with its owner.
 *
 * @param owner - for the message, `session` for example
 * @param ties - called when the first thing is added: ties the list to whatever its owner ends with. A list that holds
 * nothing is held by nobody.
 */
export function createDisposals(
  owner: string,
  ties: (end: Ending) => readonly (() => void)[] = () => [],
): Disposals {
  const endings = new Set<Ending>();
  let untie: readonly (() => void)[] | undefined;
  let disposal: Promise<void> | undefined;
  const dispose = () => {
    disposal ??= (async () => {
      for (const cut of untie ?? []) cut();
      // An ending may throw before it returns a promise; the others must still come.
      await Promise.allSettled([...endings].map(async (end) => end()));
      endings.clear();
    })();
    return disposal;
  };
  return {
    add(end) {
      if (disposal !== undefined) {
        throw new ToolError(`This ${owner} was disposed of. Open a new one.`, { code: "runtime-disposed" });
      }
      untie ??= ties(dispose);
      endings.add(end);
      return () => endings.delete(end);
    },
    dispose,
  };
}
