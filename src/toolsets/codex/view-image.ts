import * as z from "zod";
import type { ContentPart } from "../../contract/index.js";
import { type DiscoveredGuidance, viewImageOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";

/** Result of Codex' view_image. */
export interface CodexImage {
  /** Data URL of the image. */
  readonly image_url: string;
}

/** Codex' view_image: shows an image of this machine. */
export function viewImage() {
  return face(viewImageOperation, {
    name: "view_image",
    description:
      "Shows an image file of this machine: PNG, JPEG, GIF or WebP. Use it when an image is mentioned that you have not seen yet.",
    inputSchema: z.object({
      path: z.string().describe("Path of the image file"),
    }),
    toInput: ({ path }) => ({ path, wording: { shellTool: "exec_command" } }),
    toResult: ({ mediaType, data }): CodexImage => ({ image_url: `data:${mediaType};base64,${data}` }),
    render: (image, { output }) => imageContent(image, output?.guidance),
  });
}

function imageContent(
  { image_url: url }: CodexImage,
  guidance?: readonly DiscoveredGuidance[],
): ContentPart[] {
  const comma = url.indexOf(",");
  const image: ContentPart = {
    type: "image",
    mediaType: url.slice("data:".length, url.indexOf(";")),
    data: url.slice(comma + 1),
  };
  return [image, ...guidanceNotices(guidance).map((text) => ({ type: "text" as const, text }))];
}
