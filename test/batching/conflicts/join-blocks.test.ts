import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { representedCalls, WaitGraph, type WaitNode } from "../../../src/batching/conflicts/index.js";
import { joinBlocks } from "../../../src/batching/conflicts/join-blocks.js";
import { LockNode } from "../../../src/batching/conflicts/lock-lanes.js";

const isCall = (node: WaitNode): node is LockNode => node instanceof LockNode;

/** A list of calls that enter, leave and are searched. */
class List {
  readonly graph = new WaitGraph({ explains: true });
  present: LockNode[] = [];
  /** Calls that are no longer searched, but have not left. */
  readonly #cancelled: LockNode[] = [];
  #end = 0;

  add(): void {
    const call = new LockNode("all", undefined);
    call.position = this.#end++;
    this.present.push(call);
  }

  remove(pick: number, isCancelled: boolean): void {
    const [gone] = this.present.splice(pick % this.present.length, 1);
    if (gone === undefined) return;
    if (isCancelled) this.#cancelled.push(gone);
    else this.graph.finish(gone, () => undefined);
  }

  /** Returns the nodes that represent the calls except some. */
  search(skips: (call: LockNode) => boolean): WaitNode[] {
    const skipped = [0];
    for (const call of this.present) skipped.push((skipped.at(-1) ?? 0) + (skips(call) ? 1 : 0));
    const mark = this.graph.markDependents([...this.present.filter(skips), ...this.#cancelled]);
    const counts = (node: WaitNode) => node.dependentMark !== mark;
    const found: WaitNode[] = [];
    joinBlocks({ graph: this.graph, others: this.present, skipped, end: this.#end, counts }, found);
    return found;
  }
}

describe("joined blocks", () => {
  it("represent exactly the calls that are not skipped, whatever entered, left and was searched before", () => {
    const step = fc.record({
      adds: fc.nat(9),
      removes: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 4 }),
      skipped: fc.array(fc.nat(40), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const list = new List();
        for (const { adds, removes, skipped } of steps) {
          for (let count = 0; count < adds; count += 1) list.add();
          for (const [pick, isCancelled] of removes) list.remove(pick, isCancelled);
          const skips = ({ position }: LockNode) => skipped.includes(position);
          const found = representedCalls(list.search(skips), isCall);
          const expected = list.present.filter((call) => !skips(call));
          expect(found.map(({ position }) => position).sort((one, other) => one - other)).toEqual(
            expected.map(({ position }) => position),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("represent long lists with few gaps by few nodes", () => {
    const list = new List();
    for (let count = 0; count < 4_096; count += 1) list.add();
    expect(list.search(() => false)).toHaveLength(1);
    expect(list.search(({ position }) => position === 1_234)).toHaveLength(12);
    expect(list.search(({ position }) => position < 1_001).length).toBeLessThan(12);
    list.add();
    expect(list.search(() => false)).toHaveLength(2);
  });
});
