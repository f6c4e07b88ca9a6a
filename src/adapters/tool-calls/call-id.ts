/** The ids that are made up. */
const MADE_UP = /^call-\d+$/;

/** The id of a call, or one made up from its place in the message: results are told apart by their ids. */
export function callId(id: unknown, index: number): string {
  return typeof id === "string" && id !== "" ? id : `call-${index}`;
}

/** Whether an id was made up, so that a result need not name it. */
export function isMadeUp(id: string): boolean {
  return MADE_UP.test(id);
}
