import type { Toolset } from "../toolset.js";
import { bash } from "./bash.js";
import { createFile } from "./create-file.js";
import { editFile } from "./edit-file.js";
import { glob } from "./glob.js";
import { grep } from "./grep.js";
import { read } from "./read.js";

const tools = [read, editFile, createFile, bash, glob, grep] as const;

/** The tools of {@link ampToolset}, each with its own types. */
export type AmpTools = typeof tools;

/** The essential six of seed 000, under its names, with its schemas, answers, limits and error texts. */
export const ampToolset: Toolset<AmpTools> = Object.freeze({ name: "amp", tools: Object.freeze(tools) });
