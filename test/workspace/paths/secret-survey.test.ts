import { mkdir, symlink } from "node:fs/promises";
import * as posix from "node:path/posix";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { DirectoryEntry, FileSystem } from "../../../src/contract/index.js";
import { SecretSurvey } from "../../../src/workspace/paths/secret-survey.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";

const isSecret = (path: string) => posix.basename(path) === ".env" || posix.basename(path) === ".ssh";

function named(name: string, type: DirectoryEntry["type"] = "file"): DirectoryEntry {
  return { name, type } as DirectoryEntry;
}

/** A survey of `/w` over folders that are generated when they are listed. */
function surveyOf(list: (folder: string) => readonly DirectoryEntry[], now = () => 0) {
  const listed: string[] = [];
  const files = {
    path: posix,
    openDirectory: async (folder: string) => ({
      list: async () => {
        listed.push(folder);
        return list(folder);
      },
      close: async () => {},
    }),
  } as unknown as FileSystem;
  return { survey: new SecretSurvey({ files, roots: async () => ["/w"], isSecret, now }), listed };
}

describe("the survey of secrets", () => {
  it("finds secrets below the roots and in the home folder, and nothing inside a secret folder", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, {
      "root/.env": "",
      "root/src/deep/.env": "",
      "root/.ssh/.env": "",
      "root/.git/.env": "",
      "root/node_modules/a/.env": "",
      "home/.netrc": "",
      "home/.ssh/id_rsa": "",
      "home/.profile": "",
    });
    const files = { ...localBackend().files, homeDirectory: `${folder}/home` };
    const roots = async () => [`${folder}/root`];
    const survey = new SecretSurvey({ files, roots, isSecret, now: () => 0 });
    const found = (await survey.find()).map((path) => path.slice(folder.length + 1));
    expect([...found].sort()).toEqual([
      "home/.netrc",
      "home/.ssh",
      "root/.env",
      "root/.ssh",
      "root/src/deep/.env",
    ]);
  });

  it("follows no symlink, neither out of a root nor in a cycle, and names it only by its own name", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "outside/.env": "", "root/src/a.ts": "" });
    await symlink(`${folder}/outside`, `${folder}/root/out`);
    await symlink("..", `${folder}/root/src/up`);
    await symlink("src/a.ts", `${folder}/root/.env`);
    const { homeDirectory: _none, ...files } = localBackend().files;
    const roots = async () => [`${folder}/root`];
    const survey = new SecretSurvey({ files, roots, isSecret, now: () => 0 });
    expect(await survey.find()).toEqual([`${folder}/root/.env`]);
  });

  it("omits a secret folder of the home folder that contains a root", async () => {
    const folder = await temporaryFolder();
    await mkdir(`${folder}/.kube/project`, { recursive: true });
    const files = { ...localBackend().files, homeDirectory: folder };
    const roots = async () => [`${folder}/.kube/project`];
    expect(await new SecretSurvey({ files, roots, isSecret, now: () => 0 }).find()).toEqual([]);
  });

  it("lists at most 1,000 folders and the started group of eight, the upper ones first", async () => {
    const { survey, listed } = surveyOf(() => [named("a", "directory"), named("b", "directory")]);
    expect(await survey.find()).toEqual([]);
    expect(listed.length).toBeGreaterThanOrEqual(1_000);
    expect(listed.length).toBeLessThanOrEqual(1_007);
    const depths = listed.map((folder) => folder.split("/").length);
    expect(depths).toEqual(depths.toSorted((one, other) => one - other));
  });

  it("examines 10,000 names, even in one huge folder", async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => named(index === 9_999 ? ".env" : `${index}`));
    const { survey, listed } = surveyOf((folder) =>
      folder === "/w" ? [...names.slice(0, 10_000), named("more", "directory"), ...names, named(".ssh")] : [],
    );
    expect(await survey.find()).toEqual(["/w/.env"]);
    expect(listed).toEqual(["/w"]);
  });

  it("lists no further folder after a second, and returns the results so far", async () => {
    let now = 0;
    const { survey, listed } = surveyOf(
      (folder) => {
        now += 600;
        return [named(".env"), named(`below-${folder.length}`, "directory")];
      },
      () => now,
    );
    expect(await survey.find()).toHaveLength(2);
    expect(listed).toHaveLength(2);
  });

  it("skips folders that cannot be listed", async () => {
    const { survey } = surveyOf((folder) => {
      if (folder === "/w/closed") throw new Error("EACCES");
      return folder === "/w" ? [named("closed", "directory"), named("open", "directory")] : [named(".env")];
    });
    expect(await survey.find()).toEqual(["/w/open/.env"]);
  });

  it("returns the same result for five seconds, even to concurrent callers", async () => {
    let now = 0;
    const { survey, listed } = surveyOf(
      () => [named(".env")],
      () => now,
    );
    const both = await Promise.all([survey.find(), survey.find()]);
    expect(both[0]).toBe(both[1]);
    now = 5_000;
    await survey.find();
    expect(listed).toHaveLength(1);
    now = 5_001;
    expect(await survey.find()).toEqual(["/w/.env"]);
    expect(listed).toHaveLength(2);
  });
});
