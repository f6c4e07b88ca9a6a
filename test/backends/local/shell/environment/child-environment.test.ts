import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvironmentMaker } from "../../../../../src/backends/local/shell/environment/child-environment.js";

const HOST = {
  PATH: "/usr/bin:/bin",
  HOME: "/home/me",
  LC_TIME: "C",
  PLAIN: "kept",
  GITHUB_TOKEN: "secret",
  aws_secret_access_key: "secret",
  DB_PASSWORD: "secret",
};

describe("the environment of a command", () => {
  it("the environment is that of the host without names of secrets", () => {
    const environment = createEnvironmentMaker()(HOST);
    expect(environment).toMatchObject({
      PATH: "/usr/bin:/bin",
      HOME: "/home/me",
      LC_TIME: "C",
      PLAIN: "kept",
    });
    expect(Object.values(environment)).not.toContain("secret");
  });

  it("contains only core variables, or none, on request", () => {
    const core = createEnvironmentMaker({ inherit: "core" })(HOST);
    expect(core).toMatchObject({ PATH: "/usr/bin:/bin", HOME: "/home/me", LC_TIME: "C" });
    expect(core).not.toHaveProperty("PLAIN");
    const none = createEnvironmentMaker({ inherit: "none", set: { ONLY: "this" } })(HOST);
    expect(none).toMatchObject({ ONLY: "this", PAGER: "cat" });
    for (const name of Object.keys(HOST)) expect(none).not.toHaveProperty(name);
  });

  it("excludes the host's names instead of secrets, ignoring case", () => {
    const environment = createEnvironmentMaker({ exclude: ["pl*"] })(HOST);
    expect(environment).not.toHaveProperty("PLAIN");
    expect(environment.GITHUB_TOKEN).toBe("secret");
  });

  it.each([
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "BASH_FUNC_ls%%",
    "SHELLOPTS",
    "PS4",
    "IFS",
    "NODE_OPTIONS",
    "PYTHONSTARTUP",
    "PERL5OPT",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_KEY_0",
    "GIT_DIR",
    "LESSOPEN",
    "npm_config_script_shell",
  ])("never inherits %s, and contains it if the host sets it", (name) => {
    const host = { ...HOST, [name]: "surprise" };
    expect(createEnvironmentMaker({ exclude: [] })(host)).not.toHaveProperty([name]);
    expect(createEnvironmentMaker({ inherit: "core" })(host)).not.toHaveProperty([name]);
    expect(createEnvironmentMaker({ set: { [name]: "meant" } })(host)[name]).toBe("meant");
  });

  it.each([
    [".:/usr/bin:", "/usr/bin"],
    ["./node_modules/.bin:/usr/bin::bin:/bin", "/usr/bin:/bin"],
    ["", ""],
  ])("removes relative folders from PATH %j, where a project could place programs", (PATH, expected) => {
    expect(createEnvironmentMaker()({ PATH }).PATH).toBe(expected);
    expect(createEnvironmentMaker({ set: { PATH } })({ PATH: "/bin" }).PATH).toBe(PATH);
  });

  it("prevents waiting for input: no prompt, no pager, no editor", () => {
    expect(createEnvironmentMaker()({ ...HOST, EDITOR: "vim", PAGER: "less" })).toMatchObject({
      GIT_TERMINAL_PROMPT: "0",
      GIT_PAGER: "cat",
      PAGER: "cat",
      EDITOR: "true",
      GIT_EDITOR: "true",
      GIT_ASKPASS: "",
      SSH_ASKPASS_REQUIRE: "never",
      TERM: "dumb",
    });
  });

  it("applies the variables of the call last", () => {
    const make = createEnvironmentMaker({ set: { BOTH: "host", HOST_ONLY: "1" } });
    expect(make(HOST, { BOTH: "call", PAGER: "less" })).toMatchObject({
      BOTH: "call",
      HOST_ONLY: "1",
      PAGER: "less",
    });
  });

  it("omits every variable whose name contains that of a secret", () => {
    const name = fc
      .tuple(
        fc.stringMatching(/^[A-Za-z_]{0,8}$/),
        fc.constantFrom("KEY", "SECRET", "TOKEN", "key", "sEcReT", "token"),
        fc.stringMatching(/^[\w%.()]{0,8}$/),
      )
      .map((parts) => parts.join(""));
    const make = createEnvironmentMaker();
    fc.assert(
      fc.property(name, (secret) => {
        expect(Object.keys(make({ [secret]: "x" }))).not.toContain(secret);
      }),
    );
  });
});
