import { ignoreRejection, type ModelRequest, quietly } from "../../contract/index.js";
import type { RunAgentOptions } from "./run-agent-options.js";

/** Returns the field of a request that passes the text of the model on to the host. A model may pass any value. */
export function textListener({ onText }: Pick<RunAgentOptions, "onText">): Pick<ModelRequest, "onText"> {
  if (onText === undefined) return {};
  return {
    onText: (delta: unknown) => {
      ignoreRejection(delta);
      if (typeof delta === "string" && delta !== "") quietly(() => onText(delta));
    },
  };
}
