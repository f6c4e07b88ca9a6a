import type { SessionState } from "../../contract/index.js";
import { toldIn } from "../guidance.js";
import { ExactJson } from "./exact-json.js";
import { isReadable, latestThatFit } from "./readable.js";
import { arrived, type TravelPlace, travelling } from "./travel-place.js";

/** Most guidance files that a session has received. */
const MAX_TOLD = 10_000;

/** Part of an exported session: the guidance files that need not be announced again. */
export function guidanceState(placeOf: (root: string) => Promise<TravelPlace>): SessionState {
  return {
    name: "guidance",
    async export(session, { root, maxBytes, omit }) {
      const place = await placeOf(root);
      const all = [...toldIn(session)].map((path) => travelling(path, place));
      const told: string[] = [];
      for (const [index, path] of all.entries()) {
        const isRecent = index >= all.length - MAX_TOLD;
        if (path !== undefined && isRecent && isReadable(path, (json) => arrived(json, place)))
          told.push(path);
        else omit?.(path);
      }
      const kept = latestThatFit(told, maxBytes);
      for (const path of told.slice(0, told.length - kept.length)) omit?.(path);
      return kept.length === 0 ? undefined : kept;
    },
    async import(session, state, { root }) {
      const place = await placeOf(root);
      const paths = new ExactJson(state, "guidance").items(MAX_TOLD).map((item) => arrived(item, place));
      const told = toldIn(session);
      for (const path of paths) told.add(path);
    },
  };
}
