import { ampToolset } from "../../../src/toolsets/index.js";

const [read, editFile, createFile, bash, glob, grep] = ampToolset.tools;

export { bash, createFile, editFile, glob, grep, read };
