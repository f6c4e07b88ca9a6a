import * as path from "node:path";
import { pathToFileURL } from "node:url";
import type { LanguageServerDefinition } from "../language-server-definition.js";
import { member } from "./read-diagnostics.js";

/** Largest number of entries answered in one request. */
const MAX_ITEMS = 200;

/** An answer to a request of a server; `undefined` for an unknown request. */
export type RequestAnswer = { readonly result: unknown } | undefined;

/** Answers a request of a server. This client shows nothing and changes nothing. */
export function answerRequest(
  method: string,
  parameters: unknown,
  { settings = {}, root }: Pick<LanguageServerDefinition, "settings"> & { readonly root: string },
): RequestAnswer {
  switch (method) {
    case "workspace/configuration": {
      const items = member(parameters, "items");
      if (!Array.isArray(items)) return { result: [] };
      return {
        result: items.slice(0, MAX_ITEMS).map((item) => settingOf(settings, member(item, "section"))),
      };
    }
    case "workspace/workspaceFolders":
      return { result: [workspaceFolder(root)] };
    case "workspace/applyEdit":
      return { result: { applied: false, failureReason: "This client changes no files." } };
    case "window/showDocument":
      return { result: { success: false } };
    case "client/registerCapability":
    case "client/unregisterCapability":
    case "window/showMessageRequest":
    case "window/workDoneProgress/create":
      return { result: null };
    default:
      return /^workspace\/\w+\/refresh$/.test(method) ? { result: null } : undefined;
  }
}

/** Returns a project in the form of the protocol. */
export function workspaceFolder(root: string): { readonly uri: string; readonly name: string } {
  return { uri: pathToFileURL(root).href, name: path.basename(root) };
}

/**
 * Returns the settings of a dotted section, assembled from longer section names if necessary; `null` if there
 * are none.
 */
function settingOf(settings: Readonly<Record<string, unknown>>, section: unknown): unknown {
  if (typeof section !== "string" || section === "") return nested(settings, "");
  if (Object.hasOwn(settings, section)) return settings[section];
  return nested(settings, `${section}.`);
}

function nested(settings: Readonly<Record<string, unknown>>, prefix: string): unknown {
  const found = Object.entries(settings)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);
  return found.length === 0 ? null : Object.fromEntries(found);
}
