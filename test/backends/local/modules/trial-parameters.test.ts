import { describe, expect, it } from "vitest";
import { denoParameters } from "../../../../src/backends/local/modules/trial-parameters.js";

function permissions(granted: readonly string[]) {
  return {
    querySync: ({ name }: { name: string }) => ({ state: granted.includes(name) ? "granted" : "prompt" }),
  };
}

describe("denoParameters", () => {
  it("passes on exactly the permissions that the host has without restriction", () => {
    const parameters = denoParameters(permissions(["read", "env"]), "/tools/a.ts");
    expect(parameters.slice(0, -1)).toEqual(["run", "--no-prompt", "--quiet", "--allow-read", "--allow-env"]);
    expect(parameters.at(-1)).toMatch(/^data:text\/javascript,/);
  });

  it("lets the trial read the module if the host may not read everything", () => {
    const parameters = denoParameters(permissions([]), "/tools/a.ts");
    expect(parameters.slice(0, -1)).toEqual(["run", "--no-prompt", "--quiet", "--allow-read=/tools/a.ts"]);
  });

  it("uses --allow-all for a host with all permissions, because single ones do not include /proc", () => {
    const all = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];
    expect(denoParameters(permissions(all), "/a.ts")).toContain("--allow-all");
  });
});
