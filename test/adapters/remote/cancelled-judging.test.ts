import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Middleware, ToolEvent, ToolRuntimeOptions } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { type RemoteFixture, remoteFixture } from "./remote-fixture.js";

const passing: Middleware = (_call, next) => next();

/** A runtime with a link that leads out of its roots, which only the worker sees. */
async function linked(
  options: Pick<ToolRuntimeOptions, "onApproval" | "onEvent" | "middleware">,
): Promise<RemoteFixture> {
  const fixture = await remoteFixture({ "a.txt": "one\n" }, { ...options, permissions: "default" });
  const other = await temporaryFolder();
  await writeFile(join(other, "x.txt"), "outside\n");
  await symlink(join(other, "x.txt"), join(fixture.root, "link.txt"));
  return fixture;
}

describe("a call that is judged again by the files", () => {
  it.each(["without", "with"])(
    "does not run when it was cancelled before a yes, %s middleware",
    async (how) => {
      let cancel = () => false;
      let isFound: boolean | undefined;
      const { call, runtime } = await linked({
        onApproval: () => {
          isFound = cancel();
          return true;
        },
        ...(how === "with" && { middleware: [passing] }),
      });
      cancel = () => runtime.cancel("call-1");
      const result = await call("Read", { path: "link.txt" });
      expect(isFound).toBe(true);
      expect(result.status).toBe("cancelled");
      expect(JSON.stringify(result.content)).not.toContain("outside");
    },
  );

  it("starts once for those who listen", async () => {
    const events: ToolEvent[] = [];
    const { call } = await linked({ onApproval: () => true, onEvent: (event) => void events.push(event) });
    const result = await call("Read", { path: "link.txt" });
    expect(JSON.stringify(result)).toContain("outside");
    expect(events.filter(({ type }) => type === "tool-call-start")).toHaveLength(1);
  });
});
