import { execFile, spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { isTemporaryName } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { bundledModule } from "../../bundled-module.js";
import { ELSEWHERE, MOVES_BETWEEN_VOLUMES, type VolumeOutcome, type VolumeTask } from "../volume-worker.js";
import { FAULT_CASES } from "./fault-cases.js";

/** Size of the volume: small, so that it fills quickly. */
const VOLUME_OPTIONS = "size=1m,mode=700";

/** Only root may mount, and only where the system has namespaces. */
const canMount =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["-m", "true"]).status === 0;

/**
 * Runs one change on a volume that fails before each of its steps in turn; the first outcome is that without a failure.
 */
async function runOnVolume(
  task: Pick<VolumeTask, "failure" | "change">,
  state: "on the volume" | "elsewhere",
): Promise<readonly VolumeOutcome[]> {
  const folder = await temporaryFolder();
  const volume = join(folder, "volume");
  await mkdir(volume);
  const stateDirectory = join(state === "elsewhere" ? folder : volume, "state");
  const worker = await bundledModule(join(import.meta.dirname, "../volume-worker.ts"));
  const script = `mount -t tmpfs -o ${VOLUME_OPTIONS} volume "$1" && exec "$2" "$3" "$4"`;
  const elsewhere = join(folder, "elsewhere");
  const input = JSON.stringify({ ...task, volume, elsewhere, stateDirectory } satisfies VolumeTask);
  const { stdout } = await promisify(execFile)(
    "unshare",
    ["-m", "sh", "-c", script, "sh", volume, process.execPath, worker, input],
    { maxBuffer: 64 * 1_048_576 },
  );
  return JSON.parse(stdout);
}

type Tree = VolumeOutcome["after"];

/** The files, without temporary ones and empty parent folders. */
function filesOf(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(
      ([name, entry]) =>
        !entry.startsWith("folder") && !name.replace(ELSEWHERE, "").split("/").some(isTemporaryName),
    ),
  );
}

function expectTruth({ code, outcomes, before, after, next }: VolumeOutcome, whole: Tree, where: string) {
  const [old, now, made] = [filesOf(before), filesOf(after), filesOf(whole)];
  if (code === "done") expect(now, where).toEqual(made);
  else if (code !== "half-done") expect(now, where).toEqual(old);
  else {
    const named = outcomes.map(({ path }) => {
      const [, onVolume] = path.split("/volume/w/");
      return onVolume ?? `${ELSEWHERE}${path.split("/elsewhere/")[1]}`;
    });
    const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (name) => old[name] !== now[name],
    );
    for (const name of changed) {
      expect(
        named.some((path) => path === name || name.startsWith(`${path}/`)),
        `${where}: ${name}`,
      ).toBe(true);
    }
    expect([old, made], where).toContainEqual(filesOf(next));
  }
}

describe.skipIf(!canMount)("a change on a volume that becomes unusable in any step", () => {
  const names = [
    ...Object.keys(FAULT_CASES).filter((name) => FAULT_CASES[name]?.acrossVolumes !== true),
    ...Object.keys(MOVES_BETWEEN_VOLUMES),
  ];
  const cases = names.flatMap((change) =>
    (["full", "read-only"] as const).flatMap((failure) =>
      (["on the volume", "elsewhere"] as const).map((state) => [change, failure, state] as const),
    ),
  );

  it.each(cases)(
    "ends a change as done, undone, or half done with each path named: %s, %s, state %s",
    { timeout: 120_000 },
    async (...one) => {
      const [change, failure, state] = one;
      const [whole, ...failed] = await runOnVolume({ change, failure }, state);
      expect(whole?.code).toBe("done");
      expect(failed.filter(({ hit }) => hit !== "").length).toBeGreaterThan(3);
      // The control: a volume that became read-only in the middle prevents every roll-back.
      const isHalfDone = failed.some(({ code }) => code === "half-done");
      if (change === "group of changes") expect(isHalfDone).toBe(failure === "read-only");
      for (const [index, outcome] of failed.entries()) {
        const where = `step ${index + 1} (${outcome.hit}): ${outcome.code}`;
        expectTruth(outcome, whole?.after ?? {}, where);
      }
    },
  );
});
