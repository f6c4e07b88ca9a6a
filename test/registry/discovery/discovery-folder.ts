import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../backends/temporary-folder.js";

/** A tool file that needs only Node. */
export const greetTool = (word: string) => `export default {
  description: "Greets somebody.",
  kind: "think",
  inputSchema: ${objectSchema("name")},
  execute: ({ name }) => ${JSON.stringify(word)} + ", " + name,
};
`;

/** Returns the source text of a handwritten Standard Schema: an object with one text. */
function objectSchema(field: string): string {
  const schema = { type: "object", properties: { [field]: { type: "string" } }, required: [field] };
  return `{ "~standard": {
    version: 1, vendor: "by-hand",
    validate: (value) => typeof value?.${field} === "string" ? { value } : { issues: [{ message: "${field} must be a string", path: ["${field}"] }] },
    jsonSchema: { input: () => (${JSON.stringify(schema)}), output: () => (${JSON.stringify(schema)}) },
  } }`;
}

/** Returns a program in sh with its actions describe and execute. */
export const program = (describe: string, execute = "cat") => `#!/bin/sh
case $TOOLBOX_ACTION in
  describe) ${describe} ;;
  execute) ${execute} ;;
esac
`;

/** Returns the command that prints a description. */
export const describes = (description: Record<string, unknown>) =>
  `printf '%s' '${JSON.stringify({ description: "Does something.", args: {}, ...description })}'`;

/** Writes files into a new folder; files in a `toolbox` become executable. */
export async function discoveryFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeTool(folder, name, text);
  return folder;
}

/** Writes one file. */
export async function writeTool(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  if (name.startsWith("toolbox/")) await chmod(path, 0o755);
}
