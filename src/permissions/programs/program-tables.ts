import { FILE_LISTING } from "./file-listing.js";
import { FILE_METADATA } from "./file-metadata.js";
import { GIT_READING } from "./git/index.js";
import { GITHUB_READING } from "./github-reading.js";
import type { ProgramTable } from "./program-table.js";
import { SEARCHING } from "./searching.js";
import { SHELL_BUILTINS } from "./shell-builtins.js";
import { TEXT_FILES } from "./text-files.js";
import { TEXT_FILTERS } from "./text-filters.js";
import { VERSIONS } from "./versions.js";

/** Every program with a table. Iterate over it to generate commands, look it up by name to read one. */
export const PROGRAM_TABLES: readonly ProgramTable[] = [
  ...TEXT_FILES,
  ...TEXT_FILTERS,
  ...FILE_LISTING,
  ...FILE_METADATA,
  ...SEARCHING,
  ...SHELL_BUILTINS,
  ...VERSIONS,
  GIT_READING,
  GITHUB_READING,
];
