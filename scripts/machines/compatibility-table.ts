import type { Shown } from "../../test/portability/main.js";
import type { Limit } from "./limits.js";

/** A runtime with the results of the suite on it. */
export interface Tested {
  /** Name and version. */
  readonly name: string;
  readonly shown: readonly Shown[];
}

/** A table of runtimes and behaviours. */
export interface CompatibilityTable {
  /** In Markdown, with a list of the limits. */
  readonly text: string;
  /** The cells that neither pass nor name a documented limit. */
  readonly failures: readonly string[];
}

/** Creates the table, with a column for each runtime and a row for each behaviour. */
export function compatibilityTable(tested: readonly Tested[], limits: readonly Limit[]): CompatibilityTable {
  const failures: string[] = [];
  const reasons: string[] = [];
  const limited = (reason: string): string => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return `limit ${reasons.indexOf(reason) + 1}`;
  };
  const cell = ({ name, shown }: Tested, behaviour: string): string => {
    const found = shown.find((each) => each.behaviour === behaviour);
    const limit = limits.find((each) => each.behaviour === behaviour && name.startsWith(each.machine));
    if (found?.outcome === "passed" && limit === undefined) return "yes";
    if (found?.outcome === "passed")
      failures.push(`${name}: ${behaviour}: passed in spite of its documented limit`);
    if (found?.outcome === "omitted") return limited(found.reason ?? "not shown");
    if (limit === undefined) failures.push(`${name}: ${behaviour}: ${found?.reason ?? "not shown"}`);
    if (limit === undefined) return "**no**";
    return limited(limit.reason);
  };
  const behaviours = [...new Set(tested.flatMap(({ shown }) => shown.map(({ behaviour }) => behaviour)))];
  const rows = behaviours.map((behaviour) => [behaviour, ...tested.map((each) => cell(each, behaviour))]);
  const header = ["Behaviour", ...tested.map(({ name }) => name)];
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const notes = reasons.map((reason, at) => `${at + 1}. ${reason}`);
  return {
    text: [...lines, ...(notes.length > 0 ? ["", "Limits:", "", ...notes] : [])].join("\n"),
    failures,
  };
}
