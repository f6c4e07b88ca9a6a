import type { Attack } from "../attack.js";
import { argumentAttacks } from "./arguments.js";
import { bashExecutionAttacks } from "./bash-execution.js";
import { difficultFileAttacks } from "./difficult-files.js";
import { editWriteAttacks } from "./edit-write.js";
import { lockAttacks } from "./locks.js";
import { mcpServerAttacks } from "./mcp-servers.js";
import { moveAndDeletionAttacks } from "./moves-and-deletions.js";
import { patchAttacks } from "./patches.js";
import { pathBoundaryAttacks } from "./path-boundary.js";
import { permissionEngineAttacks } from "./permission-engine.js";
import { searchAttacks } from "./searches.js";
import { secretFileAttacks } from "./secret-files.js";
import { shellCommandAttacks } from "./shell-commands.js";
import { specialFileAttacks } from "./special-files.js";
import { storedOutputAttacks } from "./stored-outputs.js";
import { subagentAttacks } from "./subagents.js";
import { toctouAttacks } from "./toctou.js";
import { undoAttacks } from "./undos.js";
import { webAttacks } from "./web-pages.js";
import { writeFaultAttacks } from "./write-faults.js";

/** Every attack of every area. */
export const allAttacks: readonly Attack[] = [
  ...pathBoundaryAttacks,
  ...secretFileAttacks,
  ...specialFileAttacks,
  ...difficultFileAttacks,
  ...toctouAttacks,
  ...editWriteAttacks,
  ...writeFaultAttacks,
  ...lockAttacks,
  ...patchAttacks,
  ...moveAndDeletionAttacks,
  ...undoAttacks,
  ...bashExecutionAttacks,
  ...shellCommandAttacks,
  ...permissionEngineAttacks,
  ...argumentAttacks,
  ...searchAttacks,
  ...storedOutputAttacks,
  ...mcpServerAttacks,
  ...subagentAttacks,
  ...webAttacks,
];
