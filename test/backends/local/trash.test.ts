import { mkdirSync } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { localTrash } from "../../../src/backends/local/trash/index.js";
import { surplusOf, trashEntry, trashName } from "../../../src/backends/local/trash/local-trash.js";
import { temporaryFolder } from "../temporary-folder.js";

const DAY_MS = 86_400_000;
const SMALL = { entries: 1, bytes: 1 };

async function trash() {
  const stateDirectory = join(await temporaryFolder(), "state");
  const kept = localTrash({ stateDirectory });
  const device = String((await stat(await temporaryFolder(), { bigint: true })).dev);
  return { kept, device, folder: join(stateDirectory, "trash") };
}

describe("the trash of the local backend", () => {
  it("accepts folders of the volume of the state directory, and of no other", async () => {
    const { kept, device, folder } = await trash();
    expect(await kept.takes(device)).toBe(true);
    expect(await kept.takes(`${device}1`)).toBe(false);
    expect(await kept.takes(undefined)).toBe(false);
    expect(await kept.reserve(`${device}1`, SMALL)).toBeUndefined();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it("accepts no folder beyond its limits", async () => {
    const { kept, device } = await trash();
    const { entries, bytes } = kept.limits;
    expect(await kept.reserve(device, { entries, bytes })).toContain("trash");
    expect(await kept.reserve(device, { entries: entries + 1, bytes })).toBeUndefined();
    expect(await kept.reserve(device, { entries, bytes: bytes + 1 })).toBeUndefined();
  });

  it("keeps the folder that it reserved space for, however early it arrives", async () => {
    const { kept, device, folder } = await trash();
    await kept.takes(device);
    const older = trashName({ entries: 1, bytes: 1 }, Date.now() - DAY_MS);
    await mkdir(join(folder, older));
    const expired = trashName({ entries: 1, bytes: 1 }, Date.now() - 8 * DAY_MS);
    for (let below = 0; below < 100; below += 1)
      mkdirSync(join(folder, expired, `${below}`), { recursive: true });
    // The background task is processing that one when the folder arrives.
    await kept.takes(device);
    const path = (await kept.reserve(device, kept.limits)) ?? "";
    mkdirSync(path);
    await expect.poll(() => readdir(folder)).toEqual([basename(path)]);
  });

  it("accepts nothing if the state directory cannot be created", async () => {
    const { device } = await trash();
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "");
    const kept = localTrash({ stateDirectory: join(file, "state") });
    expect(await kept.takes(device)).toBe(false);
    expect(await kept.reserve(device, SMALL)).toBeUndefined();
  });

  it("removes entries older than a week and unfinished removals, and no other files", async () => {
    const { kept, device, folder } = await trash();
    await kept.takes(device);
    const old = trashName(SMALL, Date.now() - 8 * DAY_MS);
    const young = trashName(SMALL, Date.now() - 6 * DAY_MS);
    for (const name of [old, young, `${young}.going`, "of-a-user"]) {
      await mkdir(join(folder, name, "below"), { recursive: true });
    }
    await kept.takes(device);
    await expect.poll(async () => (await readdir(folder)).sort()).toEqual([young, "of-a-user"].sort());
  });
});

describe("surplusOf", () => {
  const now = Date.now();
  const names = (...ages: readonly (readonly [age: number, entries: number, bytes: number])[]) =>
    ages.map(([age, entries, bytes]) => trashName({ entries, bytes }, now - age));
  const agesOf = (entries: ReturnType<typeof surplusOf>) =>
    entries.map(({ removedAtMs }) => now - removedAtMs);

  it("returns the oldest folders first until there is space for one more", () => {
    const kept = names([1, 200_000, 1], [3, 200_000, 1], [2, 200_000, 1]);
    expect(agesOf(surplusOf(kept, { entries: 0, bytes: 0 }, now))).toEqual([3]);
    expect(agesOf(surplusOf(kept, { entries: 200_000, bytes: 0 }, now))).toEqual([3, 2]);
  });

  it("counts bytes and folders", () => {
    expect(agesOf(surplusOf(names([1, 1, 2 ** 29], [2, 1, 2 ** 29]), { entries: 1, bytes: 1 }, now))).toEqual(
      [2],
    );
    const many = names(...Array.from({ length: 64 }, (_, age) => [age, 1, 1] as const));
    expect(agesOf(surplusOf(many, SMALL, now))).toEqual([63]);
  });

  it("ignores names that are not of the trash", () => {
    expect(trashEntry("1-2-3")).toBeUndefined();
    expect(surplusOf(["a", "..", ".going"], SMALL, now)).toEqual([]);
  });
});
