import { realpathSync } from "node:fs";
import * as path from "node:path";
import { ToolError } from "../../../../contract/index.js";
import type { Launch } from "../processes/index.js";
import { findSandbox, type NoSandbox, type SandboxProgram } from "./find-sandbox.js";
import { Placeholders } from "./placeholders.js";
import { type SandboxOptions, SHIELDED_NAMES } from "./sandbox-options.js";
import { planShields } from "./shields.js";

/** A command as it will be started. */
export interface EnteredCommand extends Launch {
  /** Of the sandbox; absent where there is none around the command. */
  readonly name?: string;
  /** Variables that only hold inside. */
  readonly environment: Readonly<Record<string, string>>;
  /** To be called when the command has ended. */
  leave(): void;
}

/** Puts commands into a sandbox, or leaves them as they are. */
export interface Sandbox {
  /** Throws `sandbox-unavailable` where one is required and cannot be had. */
  enter(command: Launch & { readonly cwd: string }): Promise<EnteredCommand>;
}

/**
 * Makes the sandbox that the options ask for. Whether the machine has one is found out with the first command.
 *
 * Throws a `TypeError` for a mode that there is not.
 *
 * @param find - replaced in tests
 */
export function createSandbox(options: SandboxOptions, find: typeof findSandbox = findSandbox): Sandbox {
  const {
    sandbox: mode = "off",
    writableRoots = [],
    network = "on",
    readOnlyNames = SHIELDED_NAMES,
  } = options;
  if (mode !== "off" && mode !== "prefer" && mode !== "require") {
    throw new TypeError(`shell.sandbox must be "off", "prefer" or "require", not ${JSON.stringify(mode)}.`);
  }
  // Now, because the host may go to another folder later.
  const chosenRoots = writableRoots.map((root) => path.resolve(root));
  const placeholders = new Placeholders();
  let found: Promise<SandboxProgram | NoSandbox> | undefined;

  return {
    async enter(command) {
      const asItIs = { ...command, environment: {}, leave() {} };
      if (mode === "off") return asItIs;
      found ??= find(network, chosenRoots);
      const program = await found;
      if ("problem" in program) {
        if (mode === "prefer") return asItIs;
        // Not remembered: what the remedy changes should count at once.
        found = undefined;
        throw new ToolError(
          `The command was not run, because it may run in a sandbox only and there is none: ${program.problem}. Or choose shell.sandbox "prefer" or "off".`,
          { code: "sandbox-unavailable" },
        );
      }
      const roots = [...new Set(chosenRoots.flatMap(realFolder))];
      const plan = planShields(roots, readOnlyNames, (place) => placeholders.has(place));
      const leave = placeholders.take(plan.placeholders);
      return {
        name: program.name,
        program: program.path,
        parameters: program.argumentsFor({
          ...command,
          writableRoots: roots,
          shields: plan.shields,
          network,
        }),
        environment: { TMPDIR: program.temporaryFolder },
        leave,
      };
    },
  };
}

/** A root that does not exist cannot be written to. */
function realFolder(root: string): readonly string[] {
  try {
    return [realpathSync(root)];
  } catch {
    return [];
  }
}
