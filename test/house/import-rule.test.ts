import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../../src");

/** The floors of the house (docs/architecture.md): a room imports only from the rooms listed for it. */
const PURE = ["contract", "schema", "batching", "truncation", "fuzzy", "permissions"];
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  schema: ["contract"],
  batching: ["contract"],
  truncation: ["contract"],
  fuzzy: ["contract"],
  permissions: ["contract"],
  backends: PURE,
  workspace: [...PURE, "backends"],
  tools: [...PURE, "backends", "workspace"],
  toolsets: [...PURE, "backends", "workspace", "tools"],
  registry: PURE,
  runtime: [...PURE, "registry"],
  agents: [...PURE, "registry", "runtime"],
};

/** The rooms that may name a Node built-in; everything else runs wherever JavaScript does. */
const MAY_USE_NODE = ["backends/local", "adapters/mcp/http", "adapters/bullmq", "cli"];

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name: name.split(sep).join("/"), text: readFileSync(join(SOURCE, name), "utf8") }));

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1] ?? "");
}

function targetOf(file: string, specifier: string): string {
  return relative(SOURCE, resolve(SOURCE, dirname(file), specifier))
    .split(sep)
    .join("/");
}

describe("the import rule", () => {
  it("sees the source files", () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it("lets no room import from a higher floor", () => {
    const violations = files.flatMap(({ name, text }) => {
      const room = name.split("/")[0] ?? "";
      const allowed = MAY_IMPORT[room];
      if (allowed === undefined) return [];
      return importsOf(text)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => targetOf(name, specifier))
        .filter((target) => target.split("/")[0] !== room && !allowed.includes(target.split("/")[0] ?? ""))
        .map((target) => `${name} imports ${target}`);
    });
    expect(violations).toEqual([]);
  });

  it("lets rooms import each other only through the room's face", () => {
    const violations = files.flatMap(({ name, text }) => {
      const room = name.split("/")[0];
      return (
        importsOf(text)
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => targetOf(name, specifier))
          .filter((target) => target.includes("/") && target.split("/")[0] !== room)
          .filter((target) => target.split("/").length > 2 || !target.endsWith("/index.js"))
          // Backends and adapters are rooms of rooms: each has a face of its own, so that one can be had without the others.
          .filter((target) => !/^(adapters|backends)\/[^/]+\/index\.js$/.test(target))
          .map((target) => `${name} imports ${target}`)
      );
    });
    expect(violations).toEqual([]);
  });

  it("keeps adapters, command line and testing on top: nothing below imports them", () => {
    const violations = files
      .filter(({ name }) => !/^(adapters|cli|testing)\//.test(name))
      // The face with batteries stands on top as well: it loads the MCP adapter when a server is to be connected.
      .filter(({ name }) => name !== "create-tool-runtime.ts")
      .filter(({ text, name }) =>
        importsOf(text)
          .filter((specifier) => specifier.startsWith("."))
          .some((specifier) => /^(adapters|cli|testing)\//.test(targetOf(name, specifier))),
      )
      .map(({ name }) => name);
    expect(violations).toEqual([]);
  });

  it("names Node built-ins in the local backend only", () => {
    const violations = files
      .filter(({ name }) => !MAY_USE_NODE.some((folder) => name.startsWith(`${folder}/`)))
      .flatMap(({ name, text }) =>
        importsOf(text)
          .filter((specifier) => specifier.startsWith("node:"))
          .map((specifier) => `${name} imports ${specifier}`),
      );
    expect(violations).toEqual([]);
  });

  it("keeps faces free of logic and of export *", () => {
    const violations = files
      .filter(({ name }) => name.endsWith("/index.ts") || name === "index.ts" || name === "core.ts")
      .filter(
        ({ text }) =>
          text
            .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
            .replace(/export\s+(?:type\s+)?\{[^}]*\}\s*from\s*"[^"]+";/g, "")
            .trim() !== "",
      )
      .map(({ name }) => name);
    expect(violations).toEqual([]);
  });
});
