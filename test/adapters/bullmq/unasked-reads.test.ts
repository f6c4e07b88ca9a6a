import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "vitest";
import { type ApprovalRequest, memoryBackend, type PermissionsInput } from "../../../src/index.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const redis = useRedis();

/** A workspace of a worker in which two names lead out of it, and a host that has none of its files. */
function fleetWithLinks(atEnd: (end: () => void | Promise<void>) => void) {
  const fleet = new TestFleet(redis, atEnd);
  fleet.worker({ rules: { permissions: "default" } });
  const outside = temporaryFolder(atEnd);
  writeFileSync(join(outside, "far.txt"), "WORD\n");
  symlinkSync(join(outside, "far.txt"), join(fleet.folder, "link.txt"));
  symlinkSync(outside, join(fleet.folder, "folder"));
  mkdirSync(join(fleet.folder, "src"));
  writeFileSync(join(fleet.folder, "src", "near.txt"), "WORD\n");
  const asked: ApprovalRequest[] = [];
  const hostWith = (permissions: PermissionsInput, answer: boolean, roots: readonly string[] = []) =>
    fleet.host({
      roots: [fleet.folder, ...roots],
      backend: memoryBackend(),
      permissions,
      onApproval(request) {
        asked.push(request);
        return answer;
      },
    });
  return { fleet, outside, asked, hostWith };
}

const CALLS = [
  { name: "Read", input: { path: "link.txt" } },
  { name: "Read", input: { path: "folder/far.txt" } },
  { name: "Grep", input: { pattern: "WORD", path: "folder" } },
  { name: "glob", input: { filePattern: "folder/*.txt" } },
  { name: "Bash", input: { cmd: "cat link.txt" } },
  { name: "Bash", input: { cmd: "ls folder" } },
] as const;

describeWithRedis("a call that only the defaults of the host allow", () => {
  it.concurrent.for(CALLS)(
    "a read is asked about where the worker sees that it leaves the roots: $name $input",
    async (call, { expect, onTestFinished }) => {
      const { asked, hostWith } = fleetWithLinks(onTestFinished);
      const result = await hostWith("default", false).execute({ id: "1", ...call });
      expect(JSON.stringify(result.content)).not.toMatch(/far\.txt:1|WORD\\n/);
      if (call.name === "glob") return;
      expect(result.status).toBe("rejected-by-user");
      expect(asked).toHaveLength(1);
    },
  );

  it.concurrent("runs after a yes of the host's user", async ({ expect, onTestFinished }) => {
    const { asked, hostWith } = fleetWithLinks(onTestFinished);
    const result = await hostWith("default", true).execute({ id: "1", ...CALLS[0] });
    expect(result).toMatchObject({ status: "done" });
    expect(JSON.stringify(result.content)).toContain("WORD");
    expect(asked).toHaveLength(1);
  });

  it.concurrent("runs unasked inside the roots", async ({ expect, onTestFinished }) => {
    const { asked, hostWith } = fleetWithLinks(onTestFinished);
    const call = { id: "1", name: "Read", input: { path: "src/near.txt" } };
    expect(await hostWith("default", false).execute(call)).toMatchObject({ status: "done" });
    expect(asked).toEqual([]);
  });

  it.concurrent("asks about a link into a folder that is a root only for the host", async ({
    expect,
    onTestFinished,
  }) => {
    const { outside, asked, hostWith } = fleetWithLinks(onTestFinished);
    const host = hostWith("default", false, [dirname(outside)]);
    const result = await host.execute({ id: "1", ...CALLS[0] });
    expect(result.status).toBe("rejected-by-user");
    expect(asked).toHaveLength(1);
  });

  it.concurrent("asks about a path where only the worker sees a private key", async ({
    expect,
    onTestFinished,
  }) => {
    const { fleet, asked, hostWith } = fleetWithLinks(onTestFinished);
    mkdirSync(join(fleet.folder, ".git"));
    const label = ["PRIVATE", "KEY"].join(" ");
    writeFileSync(join(fleet.folder, "notes.txt"), `-----BEGIN ${label}-----\nWORD\n`);
    const result = await hostWith("default", false).execute({
      id: "1",
      name: "Bash",
      input: { cmd: "rg WORD" },
    });
    expect(result.status).toBe("rejected-by-user");
    expect(asked).toHaveLength(1);
  });
});

describeWithRedis("a call that the host was told to allow", () => {
  it.concurrent.for([
    ["a rule", [{ tool: "Read", verdict: "allow" }]],
    ["allow-all", "allow-all"],
  ] as const)(
    "runs unasked on a worker whose rules would ask: %s",
    async ([, permissions], { expect, onTestFinished }) => {
      const { asked, hostWith } = fleetWithLinks(onTestFinished);
      const result = await hostWith(permissions, false).execute({ id: "1", ...CALLS[0] });
      expect(result).toMatchObject({ status: "done" });
      expect(asked).toEqual([]);
    },
  );
});
