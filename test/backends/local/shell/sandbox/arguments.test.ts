import { describe, expect, it } from "vitest";
import { bubblewrapArguments } from "../../../../../src/backends/local/shell/sandbox/bubblewrap-arguments.js";
import type { ConfinedCommand } from "../../../../../src/backends/local/shell/sandbox/sandboxed-command.js";
import { seatbeltArguments } from "../../../../../src/backends/local/shell/sandbox/seatbelt-arguments.js";

const COMMAND: ConfinedCommand = {
  program: "/bin/bash",
  parameters: ["-c", "true"],
  cwd: "/work/app",
  writableRoots: ["/work/app/deep/er", "/work/app"],
  shields: [
    { path: "/work/app/.git/hooks", access: "read-only" },
    { path: "/work/app/.git", access: "pinned" },
  ],
  hidden: [],
  network: "on",
};

describe("bubblewrapArguments", () => {
  it("mounts the machine read-only, then the roots, then the shields, each over its parents", () => {
    const words = bubblewrapArguments(COMMAND).join(" ");
    expect(words).toBe(
      "--die-with-parent --unshare-pid --unshare-ipc --cap-drop ALL --unshare-uts --ro-bind / / --dev /dev --proc /proc " +
        "--tmpfs /run --tmpfs /tmp --ro-bind-try /run/systemd/resolve /run/systemd/resolve " +
        "--bind /work/app /work/app --bind /work/app/deep/er /work/app/deep/er " +
        "--bind /work/app/.git /work/app/.git --ro-bind /work/app/.git/hooks /work/app/.git/hooks " +
        "--chdir /work/app -- /bin/bash -c true",
    );
  });

  it("blocks the network and the machine's services if it is off", () => {
    const words = bubblewrapArguments({ ...COMMAND, network: "off" });
    expect(words).toContain("--unshare-net");
    expect(words).not.toContain("/run/systemd/resolve");
  });

  it("hides files and folders after everything that would show them again", () => {
    const hidden = [
      { path: "/work/app/keys", type: "directory" },
      { path: "/work/app/.git/.env", type: "file" },
    ] as const;
    const words = bubblewrapArguments({ ...COMMAND, hidden }).join(" ");
    expect(words).toContain(
      "--ro-bind /work/app/.git/hooks /work/app/.git/hooks --tmpfs /work/app/keys --dev-bind /dev/null /work/app/.git/.env --chdir",
    );
  });

  it("keeps /dev, /proc and /tmp if the whole machine is writable", () => {
    const words = bubblewrapArguments({ ...COMMAND, writableRoots: ["/"], shields: [] }).join(" ");
    expect(words).toContain("--bind / / --dev /dev --proc /proc --tmpfs /run --tmpfs /tmp");
    expect(words.match(/--bind \/ \//g)).toHaveLength(1);
    expect(words).not.toContain("--ro-bind / /");
  });

  it("passes on the command's words as separate arguments", () => {
    const parameters = ["-c", "--bind / / '\n $(x)"];
    expect(bubblewrapArguments({ ...COMMAND, parameters }).slice(-4)).toEqual([
      "--",
      "/bin/bash",
      ...parameters,
    ]);
  });
});

describe("seatbeltArguments", () => {
  it("denies writing except to the roots and the temporary folder, and then to shielded names", () => {
    const [flag, profile = "", ...rest] = seatbeltArguments(COMMAND, "/private/var/folders/x");
    expect(flag).toBe("-p");
    const rules = profile.split("\n");
    expect(rules[0]).toBe("(version 1)");
    const order = [
      "(deny file-write*)",
      '(allow file-write* (subpath (param "WRITABLE_0")))',
      '(deny file-write-unlink (literal (param "PINNED_0")))',
      '(deny file-write* (subpath (param "READ_ONLY_0")))',
    ].map((rule) => rules.indexOf(rule));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((left, right) => left - right));
    expect(profile).not.toContain("(deny network*)");
    expect(rest).toEqual([
      "-D",
      "WRITABLE_0=/work/app/deep/er",
      "-D",
      "WRITABLE_1=/work/app",
      "-D",
      "WRITABLE_2=/private/var/folders/x",
      "-D",
      "PINNED_0=/work/app/.git",
      "-D",
      "READ_ONLY_0=/work/app/.git/hooks",
      "/bin/bash",
      "-c",
      "true",
    ]);
  });

  it("denies the network if it is off", () => {
    expect(seatbeltArguments({ ...COMMAND, network: "off" }, "/t")[1]).toContain("(deny network*)");
  });

  it("writes no path into the profile, where it could end a string", () => {
    const root = '/work/a")(allow default)("';
    expect(seatbeltArguments({ ...COMMAND, writableRoots: [root] }, "/t")[1]).not.toContain(
      "(allow default)(",
    );
  });
});
