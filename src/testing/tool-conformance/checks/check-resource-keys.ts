import type { TreeChange } from "../../test-workspace/index.js";
import { type Touch, undeclaredTouches } from "../../watch/index.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";

/** Checks that the resource keys of a call cover everything it reads and writes. */
export async function checkResourceKeys(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const seen = await observeCall(tool, sample, options);
    const all = undeclaredTouches([...seen.touches, ...changedPaths(seen)], seen.declared);
    // A call that writes often reads first; report the write, which is more serious.
    const undeclared = all.find(({ access }) => access === "write") ?? all[0];
    if (undeclared === undefined) return;
    const { path, access, operation } = undeclared;
    const where = undeclared.scope === "subtree" ? `all below ${path}` : path;
    const key = `{ key: \`file:\${path}\`, mode: "${access}"${undeclared.scope === "subtree" ? ', scope: "subtree"' : ""} }`;
    throw brokenPromise({
      tool,
      promise: "its resource keys cover every path it accesses.",
      seen: `${sampleName(sample)} ${access === "write" ? "wrote" : "read"} ${where} (${operation}), but declared ${declaredKeys(seen)}.`,
      remedy: `Return ${key} for that path too from executionProfile.resourceKeys, or set serial: true. Otherwise two calls in one batch race for the path.`,
    });
  });
}

/** Returns changes in the folder that did not use the backend's files: those of a command, for example. */
function changedPaths({ changes, before, root }: CallObservation): readonly Touch[] {
  const separator = root.includes("\\") ? "\\" : "/";
  const isWrite = ({ path, type }: TreeChange) =>
    !(type === "changed" && before.get(path)?.type === "directory");
  return changes.filter(isWrite).map(({ path, type }) => ({
    access: "write" as const,
    path: [root, ...path.split("/")].join(separator),
    scope: "self" as const,
    // A created folder counts as `makeDirectory`: it needs no key if the call also writes into it.
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
