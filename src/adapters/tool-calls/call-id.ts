/** Pattern of generated ids. */
const MADE_UP = /^call-\d+$/;

/** Returns the id of a call, or a generated one from its position in the message: ids distinguish results. */
export function callId(id: unknown, index: number): string {
  return typeof id === "string" && id !== "" ? id : `call-${index}`;
}

/** Returns whether an id was generated, so that a result need not contain it. */
export function isMadeUp(id: string): boolean {
  return MADE_UP.test(id);
}
