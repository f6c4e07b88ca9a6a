import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { DAMAGE, damageSetup, damagingCommands, shellCommandAttacks } from "./attacks/shell-commands.js";
import { bash } from "./calls.js";
import { runControls } from "./run-attacks.js";
import { World } from "./world.js";
import { worldRuntime } from "./world-runtime.js";

/** Programs of the attacks that a machine may lack. */
const OPTIONAL_PROGRAMS = ["perl", "git", "tar"];

/** What a git of another version does not do any more. */
const lacks = (command: string) =>
  OPTIONAL_PROGRAMS.find(
    (program) =>
      command.startsWith(`${program} `) &&
      spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status !== 0,
  );

describe("a runtime that does not ask about commands", () => {
  for (const [id, command, hazard, setup] of damagingCommands) {
    const missing = lacks(command);
    const title = `${id} does damage: ${hazard}`;
    it.skipIf(missing !== undefined).concurrent(
      missing === undefined ? title : `${title} [skipped: no ${missing}]`,
      async () => {
        const world = new World();
        try {
          damageSetup(world);
          setup?.(world);
          await using runtime = worldRuntime(world, { permissions: "allow-all" });
          const result = await runtime.execute({ id: "1", ...bash(command) });
          expect(result.status).toBe("done");
          expect(world.has(DAMAGE), `${command}: ${JSON.stringify(result.content)}`).toBe(true);
        } finally {
          world.dispose();
        }
      },
    );
  }
});

// These are tried with a shell that runs nothing and leaves a mark; where rules are the defence they hold here, too.
const reachTheShell = shellCommandAttacks.filter(
  (attack) => "steps" in attack && attack.ending.outcome === "ask" && attack.rules === undefined,
);

describe("a shell that records its commands, and no questions", () => {
  runControls(Object.fromEntries(reachTheShell.map(({ id }) => [id, "workspace-changed"])), {
    permissions: "allow-all",
  });
});

describe("a runtime that ignores rules and approvals", () => {
  runControls(
    {
      K006: "workspace-changed",
      K022: "workspace-changed",
      K023: "outside-changed",
      K026: "workspace-changed",
    },
    { permissions: "allow-all" },
  );
});
