import { describe, expect, it } from "vitest";
import { pathFilter } from "../../../../src/backends/glob/index.js";
import { scopeArguments } from "../../../../src/backends/local/search/ripgrep-arguments.js";

const { signal } = new AbortController();

function globArguments(globs: readonly string[], hidden = false): string[] {
  const scope = { path: "/", signal, globs, hidden };
  return scopeArguments(scope, pathFilter(globs, { hidden })).filter((given) => given.startsWith("--glob="));
}

describe("scopeArguments", () => {
  it("passes exclusions of hidden names only if ripgrep walks hidden files", () => {
    const globs = ["!**/.env", "!**/*.pem", "!**/id_rsa", "!**/.config/gh", "!**/helm/x.json"];
    const plain = ["--glob=!.git", "--glob=!/**/helm/x.json", "--glob=!/**/{*.pem,id_rsa}"];
    expect(globArguments(globs)).toEqual(plain);
    const all = [
      "--glob=!.git",
      "--glob=!/**/.config/gh",
      "--glob=!/**/helm/x.json",
      "--glob=!/**/{.env,*.pem,id_rsa}",
    ];
    expect(globArguments(globs, true)).toEqual(all);
    expect(globArguments([...globs, "**/.x"])).toEqual(all);
  });
});
