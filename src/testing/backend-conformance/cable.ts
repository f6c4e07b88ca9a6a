/** A message as a cable passes it on. */
export interface CarriedMessage {
  /** The bytes to pass on: all, or only the first ones. */
  readonly bytes: Uint8Array;
  /** Whether the connection must be closed afterwards. */
  readonly isCut: boolean;
}

/**
 * The line between a backend and its peer, which a test delays or cuts. A factory calls `carry` for each message of either direction,
 * passes on the bytes that it returns, and then closes the connection if it is cut.
 *
 * @example
 * const { bytes, isCut } = await cable.carry(message);
 * socket.write(bytes);
 * if (isCut) socket.destroy();
 */
export interface Cable {
  carry(message: Uint8Array): Promise<CarriedMessage>;
}

/** Which message is the last one, and how much of it arrives: 0 nothing, 1 all. */
export interface Cut {
  readonly message: number;
  readonly part: number;
}

/** A cable that counts its messages from the time at which it is armed. */
export class TestCable implements Cable {
  readonly #cut: Cut | undefined;
  readonly #delayMs: number;
  #isArmed = false;
  /** Messages since the cable was armed. */
  count = 0;
  isCut = false;

  constructor({
    cut,
    delayMs = 0,
  }: { readonly cut?: Cut | undefined; readonly delayMs?: number | undefined } = {}) {
    this.#cut = cut;
    this.#delayMs = delayMs;
  }

  arm(isArmed: boolean): void {
    this.#isArmed = isArmed;
  }

  async carry(message: Uint8Array): Promise<CarriedMessage> {
    if (!this.#isArmed) return { bytes: message, isCut: false };
    this.count += 1;
    const isCut = !this.isCut && this.count === this.#cut?.message;
    if (this.#delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#delayMs));
    if (!isCut) return { bytes: message, isCut };
    this.isCut = true;
    return { bytes: message.subarray(0, Math.floor(message.length * (this.#cut?.part ?? 0))), isCut };
  }
}
