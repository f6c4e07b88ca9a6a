import { defineToolset, type Toolset } from "../toolset.js";
import { finder, findThread, kraken, librarian, oracle, readThread, task, taskList } from "./agents/index.js";
import {
  applyPatch,
  check,
  createFile,
  deleteFile,
  editFile,
  formatFile,
  getDiagnostics,
  list,
  moveFile,
  multiEdit,
  read,
  undoEdit,
} from "./files/index.js";
import { glob, grep } from "./search/index.js";
import { bash, killJob, listJobs, readJob, waitForJob } from "./shell/index.js";
import { readWebPage, webSearch } from "./web/index.js";

const makeTools = () =>
  [
    read(),
    editFile(),
    createFile(),
    bash(),
    glob(),
    grep(),
    multiEdit(),
    applyPatch(),
    undoEdit(),
    deleteFile(),
    moveFile(),
    list(),
    formatFile(),
    getDiagnostics(),
    webSearch(),
    readWebPage(),
    listJobs(),
    readJob(),
    waitForJob(),
    killJob(),
    task(),
    finder(),
    oracle(),
    librarian(),
    kraken(),
    check(),
    findThread(),
    readThread(),
    taskList(),
  ] as const;

/** Tools of {@link ampToolset}, each with its own types. */
export type AmpTools = ReturnType<typeof makeTools>;

/**
 * The six essential tools of the Amp specification, with its names, schemas, results, limits and error texts, and in the
 * same style the other tools that it names, the file tools of the Claude Code and OpenCode specifications, and the tools for
 * background jobs.
 */
export const ampToolset: Toolset<AmpTools> = defineToolset({ name: "amp", makeTools });
