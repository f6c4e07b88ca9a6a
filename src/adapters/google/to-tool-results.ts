import type { FilePart, ImagePart, ToolResult } from "../../contract/index.js";
import {
  answeredResults,
  imageTypeOf,
  isPdf,
  omittedPart,
  onlyJson,
  piecesMedia,
  piecesText,
  resultPieces,
  type ToToolResultsOptions as SharedOptions,
} from "../result-content/index.js";
import { isMadeUp } from "../tool-calls/index.js";
import { wireName } from "../tool-export/index.js";
import { TOOL_NAMES } from "./name-rules.js";
import type { GoogleFunctionResponse, GoogleInlineData, GoogleResultContent } from "./wire-types.js";

/** Options of `toToolResults`. */
export interface ToToolResultsOptions extends SharedOptions {
  /**
   * Position of images and files. `"beside"` puts them after the function responses, which every model accepts; `"inside"`
   * puts them into their response, which models from Gemini 3 on accept. Default `"beside"`.
   */
  readonly media?: "beside" | "inside";
}

/** Limit of a request with inline data: 20 MB. */
const MAX_MEDIA_CHARACTERS = 20_000_000;

/** Media types that {@link toInlineData} accepts, for a note about others. */
export const ACCEPTED_MEDIA = "PNG, JPEG and WebP images and PDF files up to 20 MB in base64";

/**
 * Converts results to the one content that answers a turn's function calls, in the given order.
 *
 * Each is a function response under the called name: `{ output }` for status `done`, `{ error }` for every other status. A
 * result that is only JSON stays JSON. No response is empty.
 *
 * @example
 * contents.push(response.candidates[0].content, toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): GoogleResultContent {
  const { media: mediaPosition = "beside" } = options;
  const responses: GoogleResultContent["parts"] = [];
  const beside: GoogleResultContent["parts"] = [];
  for (const result of answeredResults(results, options, { media: true })) {
    const pieces = resultPieces(result, toInlineData, (part) => omittedPart(part, ACCEPTED_MEDIA));
    const media = piecesMedia(pieces);
    const words = piecesText(pieces) || "(shown with this result)";
    const functionResponse: GoogleFunctionResponse = {
      ...(!isMadeUp(result.callId) && { id: result.callId }),
      name: wireName(result.requestedName, TOOL_NAMES),
      response:
        result.status === "done" ? { output: onlyJson(result.content)?.value ?? words } : { error: words },
      ...(mediaPosition === "inside" && media.length > 0 && { parts: media }),
    };
    responses.push({ functionResponse });
    if (mediaPosition === "beside" && media.length > 0) {
      beside.push({ text: `Shown by the call of ${functionResponse.name}:` }, ...media);
    }
  }
  return { role: "user", parts: [...responses, ...beside] };
}

/** Converts an image or file for the API; `undefined` if the API does not accept it. */
export function toInlineData(part: ImagePart | FilePart): GoogleInlineData | undefined {
  const { data } = part;
  if (data.length > MAX_MEDIA_CHARACTERS) return undefined;
  const imageType = imageTypeOf(data);
  const mimeType =
    imageType === "image/gif" ? undefined : (imageType ?? (isPdf(data) ? "application/pdf" : undefined));
  return mimeType === undefined ? undefined : { inlineData: { mimeType, data } };
}
