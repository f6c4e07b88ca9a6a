import { defineToolset, type Toolset } from "../toolset.js";
import { applyPatch } from "./apply-patch.js";
import { bash } from "./bash.js";
import { check } from "./check.js";
import { createFile } from "./create-file.js";
import { deleteFile } from "./delete-file.js";
import { editFile } from "./edit-file.js";
import { finder } from "./finder.js";
import { formatFile } from "./format-file.js";
import { getDiagnostics } from "./get-diagnostics.js";
import { glob } from "./glob.js";
import { grep } from "./grep.js";
import { killJob, listJobs, readJob, waitForJob } from "./jobs.js";
import { kraken } from "./kraken.js";
import { librarian } from "./librarian.js";
import { list } from "./list.js";
import { moveFile } from "./move-file.js";
import { multiEdit } from "./multi-edit.js";
import { oracle } from "./oracle.js";
import { read } from "./read.js";
import { readWebPage } from "./read-web-page.js";
import { task } from "./task.js";
import { taskList } from "./task-list.js";
import { findThread, readThread } from "./threads.js";
import { undoEdit } from "./undo-edit.js";
import { webSearch } from "./web-search.js";

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

/** The tools of {@link ampToolset}, each with its own types. */
export type AmpTools = ReturnType<typeof makeTools>;

/**
 * The essential six of seed 000, under its names, with its schemas, answers, limits and error texts, and beside them
 * the file tools, those that the seed names and those of the other seeds in its manner, and the tools for background jobs.
 */
export const ampToolset: Toolset<AmpTools> = defineToolset({ name: "amp", makeTools });
