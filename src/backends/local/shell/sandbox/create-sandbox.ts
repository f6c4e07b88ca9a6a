import { realpathSync } from "node:fs";
import * as path from "node:path";
import { ToolError } from "../../../../contract/index.js";
import { requireKnownValue } from "../../../../values/index.js";
import type { Launch } from "../processes/index.js";
import { findSandbox, type NoSandbox, type SandboxProgram } from "./find-sandbox.js";
import { Placeholders } from "./placeholders.js";
import { type SandboxOptions, SHIELDED_NAMES } from "./sandbox-options.js";
import type { HiddenPath } from "./sandboxed-command.js";
import { planShields } from "./shields.js";

/** A command in the form in which it is started. */
export interface EnteredCommand extends Launch {
  /** Name of the sandbox; absent if the command runs without one. */
  readonly name?: string;
  /** Variables that are valid only inside. */
  readonly environment: Readonly<Record<string, string>>;
  /** Must be called when the command has ended. */
  leave(): void;
}

/** A sandbox for commands, or a pass-through without one. */
export interface Sandbox {
  /** Throws `sandbox-unavailable` if a sandbox is required and none is available. */
  enter(command: SandboxLaunch): Promise<EnteredCommand>;
  /** Whether every command runs inside, without network, or not at all. */
  readonly confinesAll: boolean;
}

/** A command before it enters the sandbox. */
export interface SandboxLaunch extends Launch {
  readonly cwd: string;
  /** Files and folders whose content is hidden from the command. Default: none. */
  readonly hidden?: readonly HiddenPath[];
}

/**
 * Creates the sandbox that the options require. The first command tests whether the machine has one. Throws a
 * `TypeError` for an unknown mode.
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
  // A misspelled "off" would leave the network open.
  requireKnownValue("shell.network", network, ["on", "off"]);
  // Resolved now, because the host may change its working directory later.
  const chosenRoots = writableRoots.map((root) => path.resolve(root));
  const placeholders = new Placeholders();
  let found: Promise<SandboxProgram | NoSandbox> | undefined;

  return {
    confinesAll: mode === "require" && network === "off",
    async enter(command) {
      const asItIs = { ...command, environment: {}, leave() {} };
      if (mode === "off") return asItIs;
      found ??= find(network, chosenRoots);
      const program = await found;
      if ("problem" in program) {
        if (mode === "prefer") return asItIs;
        // Not cached, so that the remedy takes effect at once.
        found = undefined;
        throw new ToolError(
          `The command was not run, because it requires a sandbox and none is available: ${program.problem}. Or set shell.sandbox to "prefer" or "off".`,
          { code: "sandbox-unavailable" },
        );
      }
      const roots = [...new Set(chosenRoots.flatMap(realFolder))];
      const plan = planShields(roots, readOnlyNames, (location) => placeholders.has(location));
      const leave = placeholders.take(plan.placeholders);
      return {
        name: program.name,
        program: program.path,
        parameters: program.argumentsFor({
          ...command,
          writableRoots: roots,
          shields: plan.shields,
          network,
          hidden: command.hidden ?? [],
        }),
        environment: { TMPDIR: program.temporaryFolder },
        leave,
      };
    },
  };
}

/** Returns the real path of a root; a root that does not exist cannot be written to. */
function realFolder(root: string): readonly string[] {
  try {
    return [realpathSync(root)];
  } catch {
    return [];
  }
}
