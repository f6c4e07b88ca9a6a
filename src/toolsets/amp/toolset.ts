import { defineToolset, type Toolset } from "../toolset.js";
import { applyPatch } from "./apply-patch.js";
import { bash } from "./bash.js";
import { createFile } from "./create-file.js";
import { deleteFile } from "./delete-file.js";
import { editFile } from "./edit-file.js";
import { formatFile } from "./format-file.js";
import { glob } from "./glob.js";
import { grep } from "./grep.js";
import { killJob, listJobs, readJob, waitForJob } from "./jobs.js";
import { list } from "./list.js";
import { moveFile } from "./move-file.js";
import { multiEdit } from "./multi-edit.js";
import { read } from "./read.js";
import { undoEdit } from "./undo-edit.js";

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
    listJobs(),
    readJob(),
    waitForJob(),
    killJob(),
  ] as const;

/** The tools of {@link ampToolset}, each with its own types. */
export type AmpTools = ReturnType<typeof makeTools>;

/**
 * The essential six of seed 000, under its names, with its schemas, answers, limits and error texts, and beside them
 * the file tools, those that the seed names and those of the other seeds in its manner, and the tools for background jobs.
 */
export const ampToolset: Toolset<AmpTools> = defineToolset({ name: "amp", makeTools });
