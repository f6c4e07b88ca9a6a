/** The error of an attack that did not take place: its fault or its race did not happen. */
export class Untried extends Error {}

/** Throws if an attack did not take place, because its success would prove nothing. */
export function requireTried(wasTried: boolean, what: string): void {
  if (!wasTried) throw new Untried(`The attack did not take place: ${what}.`);
}
