import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../../../src/index.js";
import { holdsPackageToken } from "../../../../src/workspace/paths/key-contents/package-tokens.js";

describe("holdsPackageToken", () => {
  it.each([
    [".npmrc", "//registry.npmjs.org/:_authToken=npm_abc"],
    [".npmrc", "registry=https://r.example.org/\n  //r.example.org/:_password = czNjcmV0"],
    [".npmrc", "_auth=abc"],
    [".npmrc", "_authToken = 'npm_x'"],
    [".yarnrc.yml", "npmAuthToken: abc"],
    [".yarnrc.yml", 'npmRegistries:\n  "https://r":\n    npmAuthIdent: "a:b"'],
    [".yarnrc", '"//registry.yarnpkg.com/:_authToken" npm_x'],
  ])("finds the token in %s: %j", (name, text) => {
    expect(holdsPackageToken(name, text)).toBe(true);
  });

  it.each([
    [".npmrc", "registry=https://registry.npmjs.org/\nsave-exact=true"],
    [".npmrc", `//registry.npmjs.org/:_authToken=\${NPM_TOKEN}`],
    [".npmrc", "//r/:_authToken="],
    [".npmrc", "# _authToken=abc"],
    [".npmrc", "; //r/:_authToken=abc"],
    [".npmrc", "always-auth=true"],
    [".yarnrc.yml", `npmAuthToken: "\${NPM_TOKEN-}"`],
    ["README.md", "//registry.npmjs.org/:_authToken=npm_abc"],
  ])("finds none in %s: %j", (name, text) => {
    expect(holdsPackageToken(name, text)).toBe(false);
  });

  it("takes linear time", () => {
    const text = "_authToken".repeat(200_000);
    expect(holdsPackageToken(".npmrc", text)).toBe(false);
  });
});

const FILES = {
  "/w/.npmrc": "//r/:_authToken=npm_abc\n",
  "/w/sub/.npmrc": "save-exact=true\n",
  "/w/.envrc": "export A=1\n",
  "/w/.netrc": "machine x password y\n",
  "/w/.pypirc": "[pypi]\npassword = x\n",
  "/w/credentials.json": "{}\n",
  "/w/credentials.ts": "export {};\n",
  "/w/config/prod.yaml": "a: 1\n",
  "/w/private/x.txt": "x\n",
};
const runtimeWith = (options: object = {}) =>
  createToolRuntime({ cwd: "/w", backend: memoryBackend({ files: FILES }), ...options });
const call = (name: string, input: object) => ({ id: "1", name, input });

describe("secret files of a runtime", () => {
  it.each([".npmrc", ".envrc", ".netrc", ".pypirc", "credentials.json", "config/prod.yaml", "private/x.txt"])(
    "treat read, edit and overwrite of %s alike, without a question",
    async (path) => {
      const asked: unknown[] = [];
      for (const permissions of ["default", "allow-all"]) {
        await using runtime = runtimeWith({
          permissions,
          secretPaths: ["config/prod.yaml", "private/"],
          onApproval: (request: unknown) => asked.push(request) > 0,
        });
        for (const each of [
          call("Read", { path }),
          call("edit_file", { path, old_str: "a", new_str: "b" }),
          call("create_file", { path, content: "new" }),
        ]) {
          expect(await runtime.execute(each), JSON.stringify(each)).toMatchObject({
            status: "error",
            error: { errorCode: "reading-secret-file" },
          });
          expect((await runtime.explain(each)).decision?.verdict).toBe("deny");
        }
      }
      expect(asked).toEqual([]);
    },
  );

  it.each(["sub/.npmrc", "credentials.ts"])("do not include %s", async (path) => {
    await using runtime = runtimeWith();
    expect((await runtime.execute(call("Read", { path }))).status).toBe("done");
  });

  it("can be created after an approval", async () => {
    let asked = 0;
    await using runtime = runtimeWith({ onApproval: () => ++asked > 0 });
    const created = await runtime.execute(call("create_file", { path: ".env", content: "A=1" }));
    expect([created.status, asked]).toEqual(["done", 1]);
  });

  it.each<[object, RegExp]>([
    [{ secretPaths: "x" }, /secretPaths must be a list of names/],
    [{ secretPaths: ["**/x"] }, /the pattern "\*\*\/x" matches nothing; a name matches in every folder/],
    [{ secretPaths: ["./x"] }, /use names without \. and \.\./],
    [{ protectedPaths: ["~/x"] }, /protectedPaths: .* leave out ~/],
    [{ secretPath: ["x"] }, /Did you mean "secretPaths"/],
  ])("refuse the option %j", (options, message) => {
    expect(() => runtimeWith(options)).toThrow(message);
  });
});
