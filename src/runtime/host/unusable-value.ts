import { ignoreRejection } from "../../contract/index.js";

/** The error for an invalid value of the host; its message is a clause without a full stop. */
export class UnusableValue extends Error {
  override readonly name = "UnusableValue";

  /** Returns whether a thrown value is an `UnusableValue`. Never throws, unlike `instanceof` with a revoked proxy. */
  static isInstance(thrown: unknown): thrown is UnusableValue {
    try {
      return thrown instanceof UnusableValue;
    } catch (thrown) {
      ignoreRejection(thrown);
      return false;
    }
  }
}
