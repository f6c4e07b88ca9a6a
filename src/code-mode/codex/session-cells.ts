import { ToolError, type ToolSession } from "../../contract/index.js";
import type { Cell } from "./cell.js";
import { StoredValues } from "./stored-values.js";

/** Programs of one session that run at the same time. */
const MAX_RUNNING_CELLS = 16;

/** Ended programs whose report no call has asked for; the oldest are forgotten first. */
const MAX_ENDED_CELLS = 50;

const CELLS = Symbol("collet.cells");

/** The programs of a session that outlive their calls, and the values that its programs share. They end with the session. */
export class SessionCells {
  readonly stored = new StoredValues();
  readonly #cells = new Map<string, Cell>();
  #count = 0;
  /** Resolves when all calls of `exec` so far have returned. */
  #returned: Promise<unknown> = Promise.resolve();

  /** Returns the programs of a session. Throws `not-supported` for a session that cannot end them. */
  static of(session: ToolSession): SessionCells {
    const known = session.memory.get(CELLS);
    if (known instanceof SessionCells) return known;
    if (session.onDispose === undefined) {
      throw new ToolError("This session cannot own programs, because nothing ends them with it.", {
        code: "not-supported",
      });
    }
    const cells = new SessionCells();
    session.onDispose(() => cells.#endAll());
    session.memory.set(CELLS, cells);
    return cells;
  }

  /** Runs a call of `exec` when the earlier ones have returned. */
  inOrder<Value>(call: () => Promise<Value>): Promise<Value> {
    const value = this.#returned.then(call);
    this.#returned = value.catch(() => {});
    return value;
  }

  /** Returns the id of the next program, or the one that a paused program had if no other program has it. */
  nextId(before?: string): string {
    if (before !== undefined && /^[1-9]\d{0,8}$/.test(before) && !this.#cells.has(before)) {
      this.#count = Math.max(this.#count, Number(before));
      return before;
    }
    this.#count += 1;
    return String(this.#count);
  }

  /** Throws if the session runs as many programs as it may. */
  requireRoom(): void {
    const running = [...this.#cells.values()].filter(({ isRunning }) => isRunning);
    if (running.length < MAX_RUNNING_CELLS) return;
    const ids = running.map(({ id }) => id).join(", ");
    throw new ToolError(
      `${running.length} programs are running, which is the maximum (cells ${ids}). Wait for one with wait, or end it with terminate.`,
      { code: "too-many-jobs" },
    );
  }

  add(cell: Cell): void {
    this.#cells.set(cell.id, cell);
    const ended = [...this.#cells.values()].filter(({ isRunning }) => !isRunning);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_CELLS))) this.#cells.delete(id);
  }

  /** Returns a program. Throws `unknown-job` for an id without one. */
  find(id: string): Cell {
    const cell = this.#cells.get(id);
    if (cell !== undefined) return cell;
    const ids = [...this.#cells.keys()].join(", ");
    const known = ids === "" ? "No program is running." : `Programs: ${ids}.`;
    throw new ToolError(`exec cell ${id.slice(0, 100)} not found. ${known}`, { code: "unknown-job" });
  }

  remove(cell: Cell): void {
    if (this.#cells.get(cell.id) === cell) this.#cells.delete(cell.id);
  }

  async #endAll(): Promise<void> {
    await Promise.all([...this.#cells.values()].map((cell) => cell.terminate()));
  }
}
