import { describe, expect, it } from "vitest";
import { isProtectedPath, isSecretPath } from "../../../src/workspace/index.js";
import { PROTECTED_SAMPLES, READABLE_SAMPLES, SECRET_SAMPLES } from "./name-samples.js";

/** The paths of a list, each in a folder of the project. */
function pathsOf(list: string): readonly string[] {
  return list
    .trim()
    .split(/\s+/)
    .map((path) => `sub/${path}`);
}

describe("the lists of sensitive names", () => {
  it.each(Object.entries(PROTECTED_SAMPLES))("protect every place that %s obey", (_kind, list) => {
    expect(pathsOf(list).filter((path) => !isProtectedPath(path))).toEqual([]);
  });

  it("contain every secret file", () => {
    expect(pathsOf(SECRET_SAMPLES).filter((path) => !isSecretPath(path))).toEqual([]);
  });

  it("leave every example readable", () => {
    expect(pathsOf(READABLE_SAMPLES).filter(isSecretPath)).toEqual([]);
  });
});
