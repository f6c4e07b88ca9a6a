import { ignoreRejection, isThenable } from "../../contract/index.js";

/**
 * Refuses options that contain a promise: no code waits for an option, so its rejection would end the process of the host.
 *
 * @throws TypeError that names the option
 */
export function refusePromises(options: object): void {
  const promised = Object.entries(options).filter(([, value]) => isThenable(value));
  for (const [, value] of promised) ignoreRejection(value);
  const [first] = promised;
  if (first !== undefined)
    throw new TypeError(`${first[0]} must be a value, but it is a promise. Await it first.`);
}
