import { execFileSync } from "node:child_process";
import { judge, loadCommandReader, normalizePermissions } from "collet/permissions";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/** Typical commands of coding agents. */
const TYPICAL = [
  "ls -la src",
  "git log --oneline -5 | head",
  "cd app && npm test -- --watch=false",
  "rg -n 'foo bar' src | wc -l",
  'for f in src/*.ts; do echo "$f"; done',
  "find . -name '*.ts' -exec grep -l foo {} +",
  "timeout 60 bash -c 'npm ci && npm run build' 2>&1 | tail -n 20",
];

/** A program that loads the parser in a new process, as the first shell command of an agent does. */
const FIRST_LOAD = `
import { loadCommandReader } from "collet/permissions";
const startedAt = performance.now();
const read = await loadCommandReader();
read("git log --oneline -5 | head");
console.log(performance.now() - startedAt);
`;

/** Measures how long parsing and judging shell commands takes. */
export async function benchPermissions(): Promise<readonly BenchRow[]> {
  const loads: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", FIRST_LOAD], {
      encoding: "utf8",
    });
    loads.push(Number(output));
  }
  const read = await loadCommandReader();
  const rules = { ...normalizePermissions([{ command: "rm *", verdict: "deny" }]), cwd: "/project" };
  const tool = { names: ["Bash"], kind: "execute", source: "builtin" } as const;
  return [
    {
      name: "first load of the shell parser and first command",
      value: median(loads),
      unit: "ms",
      goal: "< 150 ms",
    },
    {
      name: "reading a typical command",
      value: perCommand((command) => read(command)),
      unit: "us",
      goal: "< 1,000 us",
    },
    {
      name: "reading and judging a typical command",
      value: perCommand((command) => judge({ ...tool, facts: { command } }, rules, { readCommand: read })),
      unit: "us",
      goal: "< 1,000 us",
    },
    {
      name: "reading 10,000 characters of commands",
      value: cpuTime(() => read("a b;".repeat(2_500)), 20),
      unit: "us",
    },
  ];
}

function perCommand(work: (command: string) => unknown): number {
  return cpuTime(() => TYPICAL.forEach(work), 3_000) / TYPICAL.length;
}

/** Returns the microseconds of processor time for one run, so that other work of the machine does not count. */
function cpuTime(work: () => unknown, runs: number): number {
  for (let run = 0; run < runs / 4; run += 1) work();
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
