import type { Peer, PeerTools } from "../adapters/index.js";
import { type Count, ROWS, type Row, type TimedWork } from "../rows/index.js";
import { PeakMemory } from "./peak-memory.js";
import { processorTime } from "./processor-time.js";

/** One measured repetition. */
export interface Repetition {
  readonly ms: number;
  readonly processorMs: number;
  readonly memoryMb: number;
}

/** A row with the opened tools of a peer. */
export class OpenRow {
  readonly #tools: PeerTools;
  readonly #row: Row;
  readonly #folder: string;
  readonly #memory: PeakMemory;
  readonly #work: TimedWork | undefined;

  private constructor(tools: PeerTools, row: Row, folder: string) {
    this.#tools = tools;
    this.#row = row;
    this.#folder = folder;
    globalThis.gc?.();
    this.#memory = new PeakMemory([process.pid, ...(tools.processIds ?? [])]);
    this.#work = row.type === "timed" ? row.prepare(tools, { folder }) : undefined;
  }

  /** Opens the tools in a folder; returns `undefined` if the peer does not have the tool of the row. */
  static async open(
    peer: Peer,
    { row: id, folder }: { readonly row: string; readonly folder: string },
  ): Promise<OpenRow | undefined> {
    const row = ROWS.find((each) => each.id === id);
    if (row === undefined) throw new Error(`unknown row ${id}`);
    const tools = await peer.open(folder);
    const lacksRanges = row.type === "timed" && row.needsRanges === true && tools.readsNoRanges === true;
    if (tools[row.needs] !== undefined && !lacksRanges) return new OpenRow(tools, row, folder);
    await tools.close?.();
    return undefined;
  }

  /** Runs the work once and checks its result. */
  async repeat(): Promise<Repetition> {
    if (this.#work === undefined) throw new Error(`${this.#row.id} is not timed`);
    const { before, work, check } = this.#work;
    before?.();
    const servers = this.#tools.processIds ?? [];
    const usedBefore = processorTime(servers);
    const startedAt = performance.now();
    const result = await work();
    const ms = performance.now() - startedAt;
    const processorMs = processorTime(servers) - usedBefore;
    const problem = check(result);
    if (problem !== undefined) throw new Error(problem);
    return { ms, processorMs, memoryMb: this.#memory.growthMb() };
  }

  /** Counts what the peer does correctly. */
  async count(): Promise<Count> {
    if (this.#row.type !== "check") throw new Error(`${this.#row.id} does not count`);
    return this.#row.count(this.#tools, { folder: this.#folder });
  }

  async close(): Promise<void> {
    await this.#tools.close?.();
  }
}
