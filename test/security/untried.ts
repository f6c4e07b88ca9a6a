/** Thrown by the code of an attack that was not carried out: its fault did not land, its race did not happen. */
export class Untried extends Error {}

/** An attack that did not take place proves nothing. */
export function requireTried(wasTried: boolean, what: string): void {
  if (!wasTried) throw new Untried(`The attack did not take place: ${what}.`);
}
