import type { CallKind } from "./fleet-options.js";
import type { Random } from "./random.js";

/** Returns the number of agents of each workspace, in descending order. Every agent has a workspace. */
export function agentsByZipf(agents: number, workspaces: number, skew: number): readonly number[] {
  const weights = Array.from({ length: workspaces }, (_, index) => (index + 1) ** -skew);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let given = 0;
  let due = 0;
  return weights.map((weight) => {
    due += (agents * weight) / total;
    // Round the sums, so that no agent is lost.
    const here = Math.round(due + 1e-9) - given;
    given += here;
    return here;
  });
}

/** Returns a random kind of call by its share. */
export function pickKind(kinds: readonly CallKind[], random: Random): CallKind {
  let left = random.next() * kinds.reduce((sum, { share }) => sum + share, 0);
  for (const kind of kinds) {
    left -= kind.share;
    if (left < 0) return kind;
  }
  const last = kinds.at(-1);
  if (last === undefined) throw new RangeError("A fleet needs at least one kind of call.");
  return last;
}
