import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { applyPatchHunks, parsePatch } from "../src/fuzzy/index.js";
import { makePatchCase, type PatchCase } from "./generated-patches.js";

const USAGE = `usage: compare-v4a PROGRAM [--cases N] [--seed N] [--show N]
Applies generated V4A patches with Collet and with PROGRAM, Codex' program under the name apply_patch, and compares the results.
PROGRAM gets the patch as its only argument and runs in an empty temporary folder with an empty environment.`;

/** Milliseconds that the program may take for one patch. */
const TIMEOUT_MS = 10_000;

/** Result of one program: the file, or `undefined` for a refusal. */
type Outcome = string | undefined;

function byCodex(program: string, { content, patch }: PatchCase): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "collet-v4a-"));
  try {
    const file = join(folder, "f");
    writeFileSync(file, content);
    const { status } = spawnSync(program, [patch], {
      cwd: folder,
      env: { HOME: folder, PATH: "/usr/bin:/bin" },
      stdio: "ignore",
      timeout: TIMEOUT_MS,
    });
    return status === 0 ? readFileSync(file, "utf8") : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function byCollet({ content, patch }: PatchCase): Outcome {
  const parsed = parsePatch(patch);
  const [operation] = parsed.ok ? parsed.operations : [];
  if (operation?.kind !== "update") return undefined;
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  if (result.ok) return result.content;
  return result.reason === "no-change" ? content : undefined;
}

/** Names the relation of both results to each other and to the intended one. */
function relation({ intended }: PatchCase, codex: Outcome, collet: Outcome): string {
  if (codex === collet)
    return codex === undefined ? "both refuse" : codex === intended ? "both right" : "both wrong";
  const judged = (outcome: Outcome) =>
    outcome === undefined ? "refuses" : outcome === intended ? "is right" : "is wrong";
  return `Codex ${judged(codex)}, Collet ${judged(collet)}`;
}

function main(words: readonly string[]): number {
  const numbers = { "--cases": 2_000, "--seed": 1, "--show": 0 };
  let program: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (Object.hasOwn(numbers, word)) {
      index += 1;
      numbers[word as keyof typeof numbers] = Number(words[index]);
    } else program = resolve(word);
  }
  if (program === undefined || Object.values(numbers).some(Number.isNaN)) {
    console.error(USAGE);
    return 2;
  }
  const counts = new Map<string, number>();
  for (let number = 0; number < numbers["--cases"]; number += 1) {
    const made = makePatchCase(numbers["--seed"] * 1_000_000 + number);
    const [codex, collet] = [byCodex(program, made), byCollet(made)];
    const name = `${made.kind}: ${relation(made, codex, collet)}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (codex !== collet && count <= numbers["--show"]) {
      console.log(`--- ${name}`, JSON.stringify({ ...made, codex, collet }, undefined, 1));
    }
  }
  for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${String(count).padStart(6)}  ${name}`);
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
