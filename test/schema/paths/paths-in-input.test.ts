import { describe, expect, it } from "vitest";
import { pathParameters, pathsInInput } from "../../../src/schema/index.js";

const text = { type: "string" };
const object = (properties: Record<string, object>) => ({ type: "object", properties }) as const;
const list = (items: object) => ({ type: "array", items });

describe("pathParameters", () => {
  it.each([
    "path",
    "file_path",
    "file",
    "filePath",
    "directory",
    "dir",
    "cwd",
    "paths",
    "outputDir",
    "output-file",
    "FilePath",
    "folder",
  ])("recognises %s", (name) => {
    expect(pathParameters(object({ [name]: text }))).toEqual([name]);
  });

  it.each(["text", "profile", "json_path", "urlPath", "direction", "pathological", "source", "xpath"])(
    "ignores %s",
    (name) => {
      expect(pathParameters(object({ [name]: text }))).toEqual([]);
    },
  );

  it("recognises source and destination only together", () => {
    expect(pathParameters(object({ source: text, destination: text }))).toEqual(["source", "destination"]);
  });

  it("ignores a choice of the author", () => {
    expect(pathParameters(object({ dir: { enum: ["asc", "desc"] } }))).toEqual([]);
    expect(pathParameters(object({ dir: { anyOf: [{ enum: ["asc"] }, { type: "null" }] } }))).toEqual([]);
    expect(pathParameters(object({ dir: { anyOf: [text, { type: "null" }] } }))).toEqual(["dir"]);
  });

  it("searches lists, nested objects, alternatives and references, even in a circle", () => {
    const schema = {
      ...object({
        edits: list({ $ref: "#/$defs/edit" }),
        target: { oneOf: [object({ file: text }), object({ url: text })] },
        next: { $ref: "#" },
      }),
      $defs: { edit: object({ path: text }) },
    };
    expect(pathParameters(schema).slice(0, 2)).toEqual(["target.file", "edits[].path"]);
  });
});

describe("pathsInInput", () => {
  it("finds texts and lists of texts", () => {
    const schema = object({ path: text, paths: list(text), note: text });
    expect(pathsInInput({ path: "a", paths: ["b", "a", ""], note: "c" }, schema)).toEqual({
      paths: ["a", "b"],
    });
  });

  it("finds the paths of objects in lists", () => {
    const schema = object({ files: list(object({ path: text, content: text })) });
    expect(pathsInInput({ files: [{ path: "a", content: "x" }, { path: "b" }] }, schema)).toEqual({
      paths: ["a", "b"],
    });
  });

  it("finds the path of a list or object that the schema does not describe further", () => {
    expect(pathsInInput({ paths: ["a"] }, object({ paths: {} }))).toEqual({ paths: ["a"] });
    expect(pathsInInput({ file: { name: "a" } }, object({ file: object({ name: text }) }))).toEqual({
      paths: ["a"],
    });
  });

  it("reports a parameter that does not show its paths", () => {
    const schema = object({ files: { type: "object", additionalProperties: text }, path: text });
    expect(pathsInInput({ files: { "a.txt": "x" }, path: "b" }, schema)).toEqual({
      paths: ["b"],
      unknown: "files",
    });
    expect(pathsInInput({ files: {}, path: "b" }, schema)).toEqual({ paths: ["b"] });
  });

  it("reports more paths than it lists", () => {
    const found = pathsInInput(
      { paths: Array.from({ length: 1_001 }, (_, index) => `${index}`) },
      object({ paths: list(text) }),
    );
    expect(found.paths).toHaveLength(1_000);
    expect(found.unknown).toBe("paths");
  });

  it("converts a file URL", () => {
    expect(pathsInInput({ path: "file:///etc/a%20b" }, object({ path: text }))).toEqual({
      paths: ["/etc/a b"],
    });
  });

  it("ignores a text that cannot be a path, unless removing .. makes it one", () => {
    const schema = object({ file: text });
    const long = "x".repeat(300);
    for (const file of ["a\0", long, "a/".repeat(3_000)])
      expect(pathsInInput({ file }, schema)).toEqual({ paths: [] });
    for (const file of [`${long}/../../../etc/passwd`, `${"a/../".repeat(2_000)}b`]) {
      expect(pathsInInput({ file }, schema)).toEqual({ paths: [], unknown: "file" });
    }
  });

  it("ignores numbers, booleans and null", () => {
    const schema = object({ file: {}, dir: {}, cwd: {} });
    expect(pathsInInput({ file: true, dir: 7, cwd: null }, schema)).toEqual({ paths: [] });
  });
});
