import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { confineEnvironment } from "../../../../../src/backends/local/shell/environment/confined-environment.js";
import type { ShellConfinement } from "../../../../../src/contract/index.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { writeTree } from "../../../write-tree.js";

const READING: ShellConfinement = { readOnly: true, programs: ["ls"], roots: ["/work/app"] };
const MIXED: ShellConfinement = { ...READING, readOnly: false };

/** A workspace with programs, a folder of tools beside it, and symlinks both ways. */
async function places() {
  const top = await temporaryFolder();
  const root = join(top, "app");
  const tools = join(top, "tools");
  await writeTree(top, {
    "app/node_modules/.bin/ls": "#!/bin/sh\necho shim\n",
    "app/node_modules/.bin/vitest": "#!/bin/sh\necho vitest\n",
    "app/only/vitest": "#!/bin/sh\necho vitest\n",
    "tools/jq": "#!/bin/sh\necho jq\n",
    "linked/other": "",
  });
  await chmod(join(root, "node_modules/.bin/ls"), 0o755);
  await symlink(join(root, "node_modules/.bin"), join(top, "into"));
  await symlink(tools, join(root, "out"));
  await symlink(join(root, "node_modules/.bin/ls"), join(top, "linked/ls"));
  return { top, root, tools };
}

describe("the search path of a command that runs without a question", () => {
  it("contains no folder of the workspace, in any spelling", async () => {
    const { top, root, tools } = await places();
    await symlink(root, join(top, "alias"));
    const searchPath = [
      join(root, "node_modules/.bin"),
      `${root}/node_modules/.bin/`,
      `${tools}/../app/node_modules/.bin`,
      join(top, "into"),
      join(root, "out"),
      join(top, "alias/out"),
      join(root, "not-there-yet"),
      "",
      ".",
      "node_modules/.bin",
      tools,
      "/usr/bin",
    ].join(delimiter);
    for (const roots of [[root], [join(top, "alias")]]) {
      const { PATH } = await confineEnvironment({ PATH: searchPath }, { ...READING, roots });
      expect(PATH).toBe([tools, "/usr/bin"].join(delimiter));
    }
  });

  it("contains no folder in which one of its programs leads into the workspace", async () => {
    const { top, root, tools } = await places();
    const searchPath = [join(top, "linked"), tools].join(delimiter);
    const named = await confineEnvironment({ PATH: searchPath }, { ...READING, roots: [root] });
    expect(named.PATH).toBe(tools);
    const another = await confineEnvironment(
      { PATH: searchPath },
      { ...READING, roots: [root], programs: ["other"] },
    );
    expect(another.PATH).toBe(searchPath);
  });

  it.each([undefined, "", ".", "/work/app/bin"])(
    "the search path is never empty, which would mean the folder it runs in: %j",
    async (PATH) => {
      const made = await confineEnvironment(PATH === undefined ? {} : { PATH }, READING);
      expect(made.PATH).toMatch(
        PATH === undefined ? /^\/usr\/local\/bin:\/usr\/bin:\/bin$/ : /^\/dev\/null$/,
      );
    },
  );

  it("keeps the folders of the system if the workspace is the whole file system", async () => {
    const { PATH } = await confineEnvironment({ PATH: "/opt/tools:/usr/bin" }, { ...READING, roots: ["/"] });
    expect(PATH).toBe("/usr/bin");
  });

  it("ends with the folders of the workspace if a rule allows another part of the line", async () => {
    const { root, tools } = await places();
    await mkdir(join(root, "empty"));
    const searchPath = [join(root, "node_modules/.bin"), join(root, "only"), tools].join(delimiter);
    const { PATH } = await confineEnvironment({ PATH: searchPath }, { ...MIXED, roots: [root] });
    expect(PATH, "without the one that has an ls").toBe([tools, join(root, "only")].join(delimiter));
  });
});

describe("the environment of a command that runs without a question", () => {
  const CONFIGURING = [
    "RIPGREP_CONFIG_PATH",
    "GREP_OPTIONS",
    "GREP_COLORS",
    "GIT_TRACE",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "LESS",
    "LESSOPEN",
    "VIMINIT",
    "LUA_INIT",
    "HOSTALIASES",
    "MANPATH",
    "LOCPATH",
    "TERMINFO",
    "JQ_LIBRARY_PATH",
  ];
  const HOST = Object.fromEntries(
    [...CONFIGURING, "HOME", "LANG", "TZ", "CI", "PYTHONPATH"].map((name) => [name, "/x"]),
  );

  it("keeps only core variables when the line only reads", async () => {
    const made = await confineEnvironment(
      { ...HOST, PAGER: "./evil", "BASH_FUNC_ls%%": "() { rm; }" },
      READING,
    );
    for (const name of CONFIGURING.filter((each) => !each.startsWith("GIT_")))
      expect(made).not.toHaveProperty(name);
    for (const name of [
      "GIT_TRACE",
      "GIT_SSH_COMMAND",
      "GIT_EXTERNAL_DIFF",
      "CI",
      "PYTHONPATH",
      "BASH_FUNC_ls%%",
    ]) {
      expect(made).not.toHaveProperty(name);
    }
    expect(made).toMatchObject({ HOME: "/x", LANG: "/x", TZ: "/x", PAGER: "cat", GIT_PAGER: "cat" });
    expect(made).toMatchObject({
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: "none",
      GIT_NO_LAZY_FETCH: "1",
      NoDefaultCurrentDirectoryInExePath: "1",
    });
  });

  it("disables the programs that the settings of a repository name, only when the line only reads", async () => {
    const settings = async (confinement: ShellConfinement) => {
      const made = await confineEnvironment({}, confinement);
      const count = Number(made.GIT_CONFIG_COUNT);
      return Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          made[`GIT_CONFIG_KEY_${at}`],
          made[`GIT_CONFIG_VALUE_${at}`],
        ]),
      );
    };
    const nowhere = process.platform === "win32" ? "NUL" : "/dev/null";
    expect(await settings(READING)).toEqual({
      "diff.autoRefreshIndex": "false",
      "core.fsmonitor": "false",
      "core.hooksPath": nowhere,
      "log.showSignature": "false",
    });
    expect(await settings(MIXED)).toEqual({ "diff.autoRefreshIndex": "false" });
  });

  it("keeps `git diff` from writing the index of the repository", async () => {
    const { root } = await places();
    const { PATH = "" } = process.env;
    const environment = await confineEnvironment({ PATH, HOME: root }, { ...READING, roots: [root] });
    const git = (variables: Readonly<Record<string, string>>, ...words: string[]) =>
      execFileSync("git", words, { cwd: root, env: variables });
    const index = () => readFile(join(root, ".git/index"), "base64");
    await writeFile(join(root, "same.txt"), "same");
    await writeFile(join(root, "other.txt"), "same");
    git({ PATH, HOME: root }, "init", "-q");
    git({ PATH, HOME: root }, "add", "same.txt", "other.txt");
    // Changes the time but not the content, which `git diff` records in the index.
    const touch = () =>
      Promise.all(["same.txt", "other.txt"].map((name) => utimes(join(root, name), 1_000_000, 1_000_000)));
    await touch();
    const before = await index();
    git(environment, "diff");
    expect(await index()).toBe(before);
    git({ PATH, HOME: root }, "diff");
    expect(await index(), "it would").not.toBe(before);
  });

  it("keeps variables of other programs if a rule allows a part of the line", async () => {
    const made = await confineEnvironment(HOST, MIXED);
    expect(made).toMatchObject({ HOME: "/x", CI: "/x", PYTHONPATH: "/x" });
    for (const name of CONFIGURING) expect(made).not.toHaveProperty(name);
  });

  it("puts no temporary files into the workspace", async () => {
    const made = await confineEnvironment({ TMPDIR: "/work/app/tmp", TEMP: "/var/tmp" }, READING);
    expect(made).not.toHaveProperty("TMPDIR");
    expect(made.TEMP).toBe("/var/tmp");
  });
});

describe("the environment of a program that uses the login of the user", () => {
  const variables = {
    GH_TOKEN: "t",
    HTTPS_PROXY: "http://p",
    XDG_CONFIG_HOME: "/c",
    GH_PAGER: "x",
    GIT_DIR: "/g",
    OTHER: "o",
  };

  it("contains its token and settings, but no program to run", async () => {
    const { GH_TOKEN, HTTPS_PROXY, XDG_CONFIG_HOME, GH_PAGER, GIT_DIR, OTHER } = await confineEnvironment(
      variables,
      {
        ...READING,
        usesAccount: true,
      },
    );
    expect({ GH_TOKEN, HTTPS_PROXY, XDG_CONFIG_HOME }).toEqual({
      GH_TOKEN: "t",
      HTTPS_PROXY: "http://p",
      XDG_CONFIG_HOME: "/c",
    });
    expect([GH_PAGER, GIT_DIR, OTHER]).toEqual([undefined, undefined, undefined]);
  });

  it("differs from that of other programs", async () => {
    const { GH_TOKEN, HTTPS_PROXY } = await confineEnvironment(variables, READING);
    expect([GH_TOKEN, HTTPS_PROXY]).toEqual([undefined, undefined]);
  });
});
