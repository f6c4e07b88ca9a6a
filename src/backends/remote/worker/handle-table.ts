import { ToolError } from "../../../contract/index.js";

/** Most open handles of one host. */
const MAX_HANDLES = 20_000;

interface Held {
  readonly kind: string;
  readonly value: unknown;
  readonly release: () => unknown;
}

/** The directories, files, locks and other objects that a host has opened, by number. */
export class HandleTable {
  readonly #held = new Map<number, Held>();
  /** The same by kind: each answer looks at the locks, of which there are few. */
  readonly #byKind = new Map<string, Map<number, unknown>>();
  #next = 1;

  /** Keeps an object until the host closes it, or until the connection ends. */
  add(kind: string, value: unknown, release: () => unknown): number {
    if (this.#held.size >= MAX_HANDLES) {
      void release();
      throw new ToolError(`The host has ${MAX_HANDLES} open handles.`, { code: "io-error", retryable: true });
    }
    const handle = this.#next++;
    this.#held.set(handle, { kind, value, release });
    const alike = this.#byKind.get(kind) ?? new Map<number, unknown>();
    this.#byKind.set(kind, alike.set(handle, value));
    return handle;
  }

  get<Value>(handle: unknown, kind: string): Value {
    const held = typeof handle === "number" ? this.#held.get(handle) : undefined;
    if (held?.kind !== kind)
      throw new ToolError(`There is no open ${kind} with this number.`, { code: "io-error" });
    return held.value as Value;
  }

  /** Returns the handles of one kind. */
  of<Value>(kind: string): readonly (readonly [number, Value])[] {
    return [...(this.#byKind.get(kind) ?? [])] as [number, Value][];
  }

  /** Closes an object. A second call does nothing. */
  async close(handle: unknown): Promise<void> {
    const held = typeof handle === "number" ? this.#held.get(handle) : undefined;
    if (held === undefined) return;
    this.forget(handle as number);
    await held.release();
  }

  /** Forgets an object that was closed otherwise. */
  forget(handle: number): void {
    const kind = this.#held.get(handle)?.kind;
    if (kind !== undefined) this.#byKind.get(kind)?.delete(handle);
    this.#held.delete(handle);
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled([...this.#held.keys()].map((handle) => this.close(handle)));
  }
}
