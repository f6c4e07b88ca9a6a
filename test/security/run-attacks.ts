import { afterAll, expect, it } from "vitest";
import type { Attack, AttackId } from "./attack.js";
import { allAttacks } from "./attacks/all-attacks.js";
import { attempt, type Breach } from "./attempt.js";
import { missing } from "./capabilities.js";
import type { Weakness } from "./weakness.js";
import { worldsRemoved } from "./world.js";

/** Declares one test for each attack. Those that mostly wait for processes come first, in parallel. */
export function runAttacks(attacks: readonly Attack[]): void {
  afterAll(worldsRemoved);
  for (const attack of [...attacks.filter(isWaiting), ...attacks.filter((each) => !isWaiting(each))]) {
    const { id, hazard } = attack;
    if ("untested" in attack) {
      it.skip(`${id}: ${hazard} [not tested: ${attack.untested}]`, () => {});
      continue;
    }
    const lacking = missing(attack.needs);
    if (lacking.length > 0) {
      it.skip(`${id}: ${hazard} [skipped: this machine lacks ${lacking.join(", ")}]`, () => {});
    } else if (attack.limit !== undefined) {
      const { breach, why } = attack.limit;
      it.fails(`${id}: ${hazard} [limit: ${why}]`, async () => {
        const violations = await attempt(attack);
        // Only the known failure counts.
        if (violations.some((violation) => violation.breach === breach)) expect(violations).toEqual([]);
      });
    } else {
      const test = isWaiting(attack) ? it.concurrent : it;
      test(`${id}: ${hazard} -> ${endingOf(attack)}`, () => expectDefended(attack));
    }
  }
}

/**
 * One test per attack that a defence stops: with the defence switched off, it does its damage. Those that hang come first, all
 * at once.
 *
 * @param fires - the attacks, and how the damage shows
 */
export function runControls(
  fires: Readonly<Partial<Record<AttackId, Breach>>>,
  weakness: Weakness = {},
): void {
  afterAll(worldsRemoved);
  const all = Object.entries(fires);
  const hangs = ([, breach]: (typeof all)[number]) => breach === "hung";
  for (const [id, breach] of [...all.filter(hangs), ...all.filter((each) => !hangs(each))]) {
    const attack = allAttacks.find((each) => each.id === id);
    if (attack === undefined || "untested" in attack) throw new Error(`There is no attack ${id} to try.`);
    const lacking = missing(attack.needs);
    const reason = lacking.length > 0 ? ` [skipped: this machine lacks ${lacking.join(", ")}]` : "";
    const chosen = it.skipIf(lacking.length > 0);
    const test = breach === "hung" ? chosen.concurrent : chosen;
    test(`${id} does damage: ${attack.hazard} -> ${breach}${reason}`, async () => {
      const violations = await attempt(attack, weakness);
      expect(violations.map((violation) => violation.breach)).toContain(breach);
    });
  }
}

async function expectDefended(attack: Attack): Promise<void> {
  expect(await attempt(attack)).toEqual([]);
}

function isWaiting(attack: Attack): boolean {
  return "stage" in attack && attack.isWaiting === true;
}

function endingOf(attack: Attack): string {
  return "ending" in attack ? attack.ending.outcome : "holds";
}
