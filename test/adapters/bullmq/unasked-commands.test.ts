import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ApprovalRequest, localBackend, type ShellRequest } from "../../../src/index.js";
import { TestFleet } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const redis = useRedis();

/** A path of the workspace that is not there on the host. */
const ELSEWHERE = "/workspaces/elsewhere";

function search(id: string) {
  return { id, name: "Bash", input: { cmd: "rg KEY" } };
}

describeWithRedis("a command that the host lets through unasked without having the files", () => {
  it.concurrent.for([
    { answer: true, status: "done" },
    { answer: false, status: "rejected-by-user" },
  ])(
    "a command is asked about where the worker sees that it reads secrets; the answer is $answer",
    async ({ answer, status }, { expect, onTestFinished }) => {
      const fleet = new TestFleet(redis, onTestFinished);
      fleet.worker({ rules: { permissions: "default" } });
      mkdirSync(join(fleet.folder, ".git"));
      writeFileSync(join(fleet.folder, "a.txt"), "KEY\n");
      const asked: ApprovalRequest[] = [];
      const host = fleet.host({
        cwd: ELSEWHERE,
        executor: fleet.executor({ root: ELSEWHERE }),
        permissions: "default",
        onApproval(request) {
          asked.push(request);
          return answer;
        },
      });
      expect(await host.execute(search("1"))).toMatchObject({ status: "done" });
      expect(asked, "nothing to ask about yet").toEqual([]);
      writeFileSync(join(fleet.folder, "secrets.yaml"), "KEY\n");
      expect(await host.execute(search("2"))).toMatchObject({ status });
      expect(asked).toHaveLength(1);
    },
  );

  it.concurrent("does not run where no approver can be asked", async ({ expect, onTestFinished }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { permissions: "default" } });
    writeFileSync(join(fleet.folder, "secrets.yaml"), "KEY\n");
    const executor = fleet.executor({ root: ELSEWHERE });
    const host = fleet.host({ cwd: ELSEWHERE, executor, permissions: "default" });
    const result = await host.execute(search("1"));
    expect(result.status).not.toBe("done");
    expect(JSON.stringify(result.content)).not.toContain("KEY\\n");
  });

  it.concurrent("runs where a rule of the host allows it", async ({ expect, onTestFinished }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { permissions: "default" } });
    writeFileSync(join(fleet.folder, "secrets.yaml"), "KEY\n");
    const host = fleet.host({
      cwd: ELSEWHERE,
      executor: fleet.executor({ root: ELSEWHERE }),
      permissions: [{ command: "rg *", verdict: "allow" }],
    });
    expect(await host.execute(search("1"))).toMatchObject({ status: "done" });
  });
});

describeWithRedis("the limits of a command that nobody was asked about", () => {
  it("cross to the shell of the worker, whose own rules allow everything; those of an allowed one do not", async () => {
    const fleet = new TestFleet(redis);
    const real = localBackend();
    const requests: ShellRequest[] = [];
    const run = (request: ShellRequest) => {
      requests.push(request);
      return real.shell.run(request);
    };
    const backend = { ...real, shell: { ...real.shell, run } };
    fleet.worker({ rules: { permissions: "allow-all", backend } });
    const permissions = [{ command: "touch *", verdict: "allow" as const }];
    const host = fleet.host({ permissions });
    writeFileSync(join(fleet.folder, "a.txt"), "a\n");
    for (const cmd of ["wc -l a.txt", "touch b.txt"]) {
      expect(await host.execute({ id: cmd, name: "Bash", input: { cmd } })).toMatchObject({ status: "done" });
    }
    expect(requests[0]?.confinement).toMatchObject({
      readOnly: true,
      programs: ["wc"],
      roots: [fleet.folder],
    });
    expect(requests[1]).toBeDefined();
    expect(requests[1]?.confinement).toBeUndefined();
  });
});
