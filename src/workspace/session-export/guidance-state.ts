import { toldIn } from "../guidance.js";
import type { AsyncSessionState } from "./async-session-state.js";
import { ExactJson } from "./exact-json.js";
import { type ExportRoot, exportedPath, importedPath } from "./export-root.js";
import { isReadable, latestThatFit } from "./readable.js";

/** Most guidance files that a session has received. */
const MAX_TOLD = 10_000;

/** Part of an exported session: the guidance files that need not be announced again. */
export function guidanceState(exportRootOf: (root: string) => Promise<ExportRoot>): AsyncSessionState {
  return {
    name: "guidance",
    async export(session, { root, maxBytes, omit }) {
      const exportRoot = await exportRootOf(root);
      const all = [...toldIn(session)].map((path) => exportedPath(path, exportRoot));
      const told: string[] = [];
      for (const [index, path] of all.entries()) {
        const isRecent = index >= all.length - MAX_TOLD;
        if (path !== undefined && isRecent && isReadable(path, (json) => importedPath(json, exportRoot)))
          told.push(path);
        else omit?.(path);
      }
      const kept = latestThatFit(told, maxBytes);
      for (const path of told.slice(0, told.length - kept.length)) omit?.(path);
      return kept.length === 0 ? undefined : kept;
    },
    async import(session, state, { root }) {
      const exportRoot = await exportRootOf(root);
      const paths = new ExactJson(state, "guidance")
        .items(MAX_TOLD)
        .map((item) => importedPath(item, exportRoot));
      const told = toldIn(session);
      for (const path of paths) told.add(path);
    },
  };
}
