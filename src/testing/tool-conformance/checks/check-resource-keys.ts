import type { TreeChange } from "../../place/index.js";
import { type Touch, undeclaredTouches } from "../../watch/index.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";

/** The resource keys of a call speak about everything it reads and writes. */
export async function checkResourceKeys(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const seen = await observeCall(tool, sample, options);
    const all = undeclaredTouches([...seen.touches, ...changedPlaces(seen)], seen.declared);
    // Whoever writes often reads first; the write is the graver of the two.
    const undeclared = all.find(({ access }) => access === "write") ?? all[0];
    if (undeclared === undefined) return;
    const { path, access, operation } = undeclared;
    const where = undeclared.scope === "subtree" ? `all below ${path}` : path;
    const key = `{ key: \`file:\${path}\`, mode: "${access}"${undeclared.scope === "subtree" ? ', scope: "subtree"' : ""} }`;
    throw brokenPromise({
      tool,
      promise: "its resource keys cover every path it touches.",
      seen: `${sampleName(sample)} ${access === "write" ? "wrote" : "read"} ${where} (${operation}), but declared ${declaredKeys(seen)}.`,
      remedy: `Let executionProfile.resourceKeys give ${key} for that path too, or say serial: true. Two calls in one batch would race for it.`,
    });
  });
}

/** What changed in the folder although it did not go through the backend's files: by a command, for example. */
function changedPlaces({ changes, before, root }: CallObservation): readonly Touch[] {
  const separator = root.includes("\\") ? "\\" : "/";
  const isWrite = ({ path, type }: TreeChange) =>
    !(type === "changed" && before.get(path)?.type === "directory");
  return changes.filter(isWrite).map(({ path, type }) => ({
    access: "write" as const,
    path: [root, ...path.split("/")].join(separator),
    scope: "self" as const,
    // A folder counts as made, so that it goes with what is in it.
    operation: type === "created" ? "makeDirectory" : type,
  }));
}

function declaredKeys({ declared }: CallObservation): string {
  if (declared === "all") return "everything";
  if (declared.length === 0) return "nothing";
  return declared
    .map(({ key, mode, scope }) => `${mode} ${key}${scope === "subtree" ? " and below" : ""}`)
    .join(", ");
}
