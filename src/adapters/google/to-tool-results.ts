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

/** How `toToolResults` answers. */
export interface ToToolResultsOptions extends SharedOptions {
  /**
   * Where images and files go. `"beside"` puts them behind the function responses, which every model takes; `"inside"` puts
   * them into the response they belong to, which models from Gemini 3 on take. Default `"beside"`.
   */
  readonly media?: "beside" | "inside";
}

/** The limit of a request with inline data: 20 MB. */
const MAX_MEDIA_CHARACTERS = 20_000_000;

/** What {@link toInlineData} takes, for a note about what it does not. */
export const ACCEPTED_MEDIA = "PNG, JPEG and WebP images and PDF files up to 20 MB in base64";

/**
 * The results as the one content that answers a turn's function calls, in the order given.
 *
 * Each is a function response under the name that was called: `{ output }` for a call that is done, `{ error }` for every
 * other status. JSON stays JSON where a result holds nothing else. No response is ever empty.
 *
 * @example
 * contents.push(response.candidates[0].content, toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): GoogleResultContent {
  const { media: place = "beside" } = options;
  const responses: GoogleResultContent["parts"] = [];
  const beside: GoogleResultContent["parts"] = [];
  for (const result of answeredResults(results, options)) {
    const pieces = resultPieces(result, toInlineData, (part) => omittedPart(part, ACCEPTED_MEDIA));
    const media = piecesMedia(pieces);
    const words = piecesText(pieces) || "(shown with this result)";
    const functionResponse: GoogleFunctionResponse = {
      ...(!isMadeUp(result.callId) && { id: result.callId }),
      name: wireName(result.requestedName, TOOL_NAMES),
      response:
        result.status === "done" ? { output: onlyJson(result.content)?.value ?? words } : { error: words },
      ...(place === "inside" && media.length > 0 && { parts: media }),
    };
    responses.push({ functionResponse });
    if (place === "beside" && media.length > 0) {
      beside.push({ text: `Shown by the call of ${functionResponse.name}:` }, ...media);
    }
  }
  return { role: "user", parts: [...responses, ...beside] };
}

/** An image or a file as the API takes it; `undefined` for one that it does not. */
export function toInlineData(part: ImagePart | FilePart): GoogleInlineData | undefined {
  const { data } = part;
  if (data.length > MAX_MEDIA_CHARACTERS) return undefined;
  const imageType = imageTypeOf(data);
  const mimeType =
    imageType === "image/gif" ? undefined : (imageType ?? (isPdf(data) ? "application/pdf" : undefined));
  return mimeType === undefined ? undefined : { inlineData: { mimeType, data } };
}
