import * as z from "zod";
import { createOperation, type DiscoveredGuidance } from "../../../tools/index.js";
import { face } from "../../face.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Result of Amp's create_file when it found guidance that is new to the session. */
export interface AmpCreateResult {
  readonly message: string;
  readonly discoveredGuidanceFiles: readonly DiscoveredGuidance[];
}

/** Amp's create_file: writes a whole file. */
export const createFile = () =>
  face(createOperation, {
    name: "create_file",
    description: `Writes a whole file: creates it or replaces the existing one.

- Missing parent folders are created. A missing line end at the end of the content is added.
- To change part of a file, use edit_file: this tool replaces all of it.
- If the folder has guidance for agents (AGENTS.md) that is new to you, the result contains it.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path of file to create. If exists, will be overwritten."),
      content: z.string().describe("The content for the file."),
    }),
    aliases: ["Write", "write", "write_file"],
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path, content }) => ({ path, content }),
    toResult: ({ path, existed, guidance }): string | AmpCreateResult => {
      const message = `Successfully ${existed ? "overwrote" : "created"} file ${path}`;
      return guidance.length === 0 ? message : { message, discoveredGuidanceFiles: guidance };
    },
    render: (result) => {
      if (typeof result === "string") return result;
      const guidance = result.discoveredGuidanceFiles.map(
        ({ path, content }) => `# ${path}\n${content.trimEnd()}`,
      );
      return [result.message, "Guidance for this folder that is new to you:", ...guidance].join("\n\n");
    },
  });
