import { describe, expect, it } from "vitest";
import type { DirectoryHandle } from "../../../src/contract/index.js";
import { makeFolder, removeFile, removeFolderName } from "../../../src/workspace/changes/confirmed-calls.js";

type Found = "file" | "directory" | "nothing" | "no answer";

/** A folder whose calls all report an error, and in which the entry is afterwards as given. */
function failingFolder(found: Found): DirectoryHandle {
  const fail = () => Promise.reject(new Error("the volume reported an error"));
  return {
    removeFile: fail,
    removeDirectory: fail,
    makeDirectory: fail,
    stat: async () => {
      if (found === "no answer") throw new Error("the volume does not answer");
      return found === "nothing" ? undefined : { type: found };
    },
  } as unknown as DirectoryHandle;
}

const CALLS = { removeFile, removeFolderName, makeFolder };

describe("a call of a volume that reports an error", () => {
  it.each<[keyof typeof CALLS, Found]>([
    ["removeFile", "nothing"],
    ["removeFolderName", "nothing"],
    ["makeFolder", "directory"],
  ])("counts as carried out if the disk shows it: %s, and there is %s", async (call, found) => {
    await CALLS[call]({ directory: failingFolder(found), name: "entry" });
  });

  it.each<[keyof typeof CALLS, Found]>([
    ["removeFile", "file"],
    ["removeFile", "no answer"],
    ["removeFolderName", "directory"],
    ["removeFolderName", "no answer"],
    ["makeFolder", "nothing"],
    ["makeFolder", "file"],
    ["makeFolder", "no answer"],
  ])("fails otherwise: %s, and there is %s", async (call, found) => {
    const calling = CALLS[call]({ directory: failingFolder(found), name: "entry" });
    await expect(calling).rejects.toThrow("the volume reported an error");
  });
});
