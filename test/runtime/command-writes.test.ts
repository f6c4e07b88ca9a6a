import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolRuntime, type ToolRuntime } from "../../src/index.js";

let base = "";
let runtime: ToolRuntime;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "collet-writes-")));
  for (const folder of [
    "ws/.git/hooks",
    "ws/src/include",
    "ws/a",
    "ws/out",
    "out",
    "ws/vendor/.git",
    "ws/tpl/repo/.github/workflows",
  ]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(join(base, "ws/.env"), "KEY=1\n");
  writeFileSync(join(base, "ws/a/x"), "1\n");
  runtime = createToolRuntime({
    cwd: join(base, "ws"),
    stateDirectory: join(base, "state"),
    permissions: [{ tool: "Bash", verdict: "allow" }],
  });
});
afterAll(async () => {
  await runtime[Symbol.asyncDispose]();
  rmSync(base, { recursive: true, force: true });
});

const decided = async (cmd: string) =>
  (await runtime.explain({ id: "1", name: "Bash", input: { cmd } })).decision;

describe("a command that writes a protected place or outside of the roots", () => {
  it.each([
    "sort -o .git/hooks/x a/x",
    "sort -o.git/hooks/x a/x",
    "sort -uo.git/hooks/x a/x",
    "sort --output=.git/hooks/x a/x",
    "sort --output .git/hooks/x a/x",
    "git log --output=.git/hooks/x",
    "git diff --output ../out/x",
    "git archive -o../out/x HEAD",
    "cp -t.git/hooks a/x",
    "cp -vt.git/hooks a/x",
    "cp -t .git/hooks a/x",
    "cp --target-directory=.git/hooks a/x",
    "mv -t.git/hooks a/x",
    "install -Dt.git/hooks a/x",
    "curl -so../out/x http://127.0.0.1:1",
    "curl -sSLo .git/hooks/x http://127.0.0.1:1",
    "curl -fsSLo.git/hooks/x http://127.0.0.1:1",
    "curl --output .vscode/tasks.json http://127.0.0.1:1",
    "curl -D.npmrc http://127.0.0.1:1",
    "curl -uf.env http://127.0.0.1:1",
    "mytool -uf.env",
    "mytool -xyz.git/config",
    "wget -qO.git/hooks/x http://127.0.0.1:1",
    "wget -P.git/hooks http://127.0.0.1:1",
    "tar -xC.git/hooks -f a.tar",
    "tar xf a.tar --directory=../out",
    "tar -cf../out/x a",
    "gcc -o.git/hooks/x a.c",
    "unzip -d.git/hooks a.zip",
    "dd if=a/x of=.git/hooks/x",
    "sed -n 'w .git/hooks/x' a/x",
    "sed 's/a/b/w .git/hooks/x' a/x",
    "awk '{print > \".git/hooks/x\"}' a/x",
    "mv a sub/.git",
    "mv a/x .git",
    "mv a .github",
    "cp -r a .github",
    "cp -r vendor/.git src",
    "cp -r vendor/.git src/",
    "mv vendor/.git .",
    "ln -s ../a sub/.git",
    "ln -s /tmp .vscode",
    "rsync -a a/ .git/",
    "install a/x .git/hooks/x",
    "cp a/x HEAD",
    "mkdir .git/hooks/y",
    "tee .cargo/config.toml",
    "bash -c 'sort -o.git/hooks/x a/x'",
    "timeout 5 cp -t.git/hooks a/x",
    "mv vendor lib",
    "mv tpl/repo lib",
    "mv tpl lib/",
    "mv -t lib tpl",
    "cp -r vendor lib",
    "cp -r tpl/repo/. .",
    "cp -a tpl/ lib",
    "rsync -a tpl/repo/ .",
    "ln -s tpl/repo lib",
    "rm -rf vendor",
    "rm -r tpl",
    "find vendor -delete",
    "bash -c 'mv tpl lib'",
  ])("is asked about in spite of a wide allow: %s", async (command) => {
    const decision = await decided(command);
    expect(decision?.verdict).toBe("ask");
    expect(["protected", "boundary"]).toContain(decision?.source);
  });

  it.each([
    "sort -o a/y a/x",
    "sort -uoa/y a/x",
    "git log --output=out/log",
    "cp -tout a/x",
    "cp -r a out",
    "cp -r a/. out",
    "mv a b",
    "rm -rf a",
    "ls -R vendor tpl",
    "mv a/x out/y",
    "curl -so out/x http://127.0.0.1:1",
    "gcc -Isrc/include -Lbuild/lib -O2 -oout/x a.c",
    "mytool -Isrc/include",
    "tar -czf out/a.tgz a",
    "tar xzf a.tgz -C out",
    "sed -i s/w/x/ a/x",
    "sed 's/how now/x/' a/x",
    "awk '{print $1 > \"out/y\"}' a/x",
    "ln -s a out/link",
    "mkdir -p out/deep",
    "npm run build -- --outDir=out",
    "grep -rn x src",
    "git log -- .git",
  ])("runs as before when it writes an ordinary file: %s", async (command) => {
    expect((await decided(command))?.verdict).toBe("allow");
  });
});
