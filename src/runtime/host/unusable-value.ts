import { ignoreRejection } from "../../contract/index.js";
/** The error for a value of the host's that is not what it must be; the message is a clause without a full stop. */
export class UnusableValue extends Error {
  override readonly name = "UnusableValue";

  /** Whether a thrown value is one. Never throws, as `instanceof` does for a revoked proxy. */
  static isInstance(thrown: unknown): thrown is UnusableValue {
    try {
      return thrown instanceof UnusableValue;
    } catch (thrown) {
      ignoreRejection(thrown);
      return false;
    }
  }
}
