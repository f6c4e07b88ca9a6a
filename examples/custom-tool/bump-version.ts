import { defineTool, ToolError } from "collet";
import * as z from "zod";
import { type RaisedVersion, raiseVersion, VERSION_PARTS, type VersionPart } from "./raise-version.js";

/** A tool that changes one file. It declares the file as a fact and a resource key, previews the change, and returns helpful errors. */
export const bumpVersion = defineTool({
  name: "bump_version",
  description:
    'Raises the first "version" of a JSON file, a package.json for example. Use it for releases. It returns the old and the new version.',
  kind: "edit",
  inputSchema: z.object({
    path: z.string().describe("The JSON file."),
    part: z
      .enum(VERSION_PARTS)
      .describe("major for changes that break users, minor for additions, patch for fixes."),
  }),
  // The path that permission rules judge, and the resource key that keeps two calls for one file apart.
  facts: ({ path }) => ({ paths: [path] }),
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "write" }] },
  // The text that the approver reads.
  preview: async ({ path, part }, { files }) => {
    const { from, to } = required((await files.readText(path)).text, path, part);
    return [{ type: "text", text: `${path}: ${from} becomes ${to}` }];
  },
  execute: async ({ path, part }, { files }) => {
    const { from, to } = await files.updateText(path, ({ text }) => required(text, path, part));
    return { from, to };
  },
});

function required(text: string, path: string, part: VersionPart): RaisedVersion {
  const raised = raiseVersion(text, part);
  if (raised !== undefined) return raised;
  throw new ToolError(
    `${path} has no "version": "1.2.3" with three numbers. Read the file, and name the one that holds the version.`,
    { code: "no-version" },
  );
}
