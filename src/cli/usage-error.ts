/** A mistake of the user in an argument; the command line prints its message and ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
