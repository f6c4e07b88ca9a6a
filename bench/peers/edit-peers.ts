import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { applyEdit } from "../../src/fuzzy/index.js";
import type { MistakeCase } from "../../test/fuzzy/mistakes/mistake-case.js";

/** An engine that edits texts; `undefined` for a refusal. */
export interface EditPeer {
  readonly name: string;
  readonly edit: (edit: MistakeCase) => string | undefined | Promise<string | undefined>;
}

/** An engine that could not be loaded. */
export interface MissingPeer {
  readonly name: string;
  readonly reason: string;
}

/** Returns the engines: those of this repository, and those of the packages in `node_modules` of a folder. */
export async function loadEditPeers(
  folder: string | undefined,
): Promise<{ readonly peers: readonly EditPeer[]; readonly missing: readonly MissingPeer[] }> {
  const peers: EditPeer[] = [
    { name: "Collet", edit: (edit) => byCollet(edit, "safe") },
    { name: "exact and unique", edit: exact },
    { name: "nine replacers of OpenCode", edit: (edit) => byCollet(edit, "opencode") },
  ];
  const missing: MissingPeer[] = [{ name: "Aider", reason: "no npm package" }];
  for (const { name, module, create } of PACKAGES) {
    if (folder === undefined) {
      missing.push({ name, reason: "no folder with the package (--peers)" });
      continue;
    }
    try {
      const path = join(resolve(folder), "node_modules", module);
      peers.push({ name, edit: create((await import(pathToFileURL(path).href)) as never) });
    } catch (thrown) {
      missing.push({ name, reason: String(thrown).split("\n", 1)[0] ?? "" });
    }
  }
  return { peers, missing };
}

function byCollet(made: MistakeCase, preset: "safe" | "opencode"): string | undefined {
  const { content, old: oldString, next: newString, replaceAll = false } = made;
  const result = applyEdit({ content, oldString, newString, replaceAll, preset });
  return result.ok ? result.content : undefined;
}

function exact({ content, old, next, replaceAll }: MistakeCase): string | undefined {
  if (old === "" || old === next) return undefined;
  const parts = content.split(old);
  return parts.length === 2 || (parts.length > 2 && replaceAll) ? parts.join(next) : undefined;
}

/** The part of diff-match-patch that is used. */
interface DiffMatchPatch {
  patch_make(old: string, next: string): unknown[];
  patch_apply(patches: unknown[], text: string): [string, boolean[]];
}

/** The part of gemini-cli that is used: its tool `replace` without the correction by a model. */
interface GeminiEdit {
  calculateReplacement(
    config: unknown,
    context: { params: object; currentContent: string; abortSignal: AbortSignal },
  ): Promise<{ newContent: string; occurrences: number }>;
}

/** The part of pi that is used: the text edits of its tool `edit`. */
interface PiEdit {
  normalizeToLF(text: string): string;
  applyEditsToNormalizedContent(
    text: string,
    edits: readonly { readonly oldText: string; readonly newText: string }[],
    path: string,
  ): { readonly newContent: string; readonly replacements: readonly unknown[] };
  applyReplacementsToOriginal(text: string, replacements: readonly unknown[]): string;
}

const BOM = "\uFEFF";

/** Accepts every use, as the settings and telemetry of gemini-cli need it. */
const silent: unknown = new Proxy({}, { get: () => () => undefined });

interface PeerPackage {
  readonly name: string;
  readonly module: string;
  readonly create: (loaded: never) => EditPeer["edit"];
}

const PACKAGES: readonly PeerPackage[] = [
  {
    name: "diff-match-patch after exact",
    module: "diff-match-patch/index.js",
    create: ({ default: Engine }: { default: new () => DiffMatchPatch }) => {
      const engine = new Engine();
      return (made) => {
        const found = exact(made);
        if (found !== undefined || made.old === "" || made.old === made.next) return found;
        const [text, applied] = engine.patch_apply(engine.patch_make(made.old, made.next), made.content);
        return applied.every(Boolean) && text !== made.content ? text : undefined;
      };
    },
  },
  {
    name: "edit of pi",
    module: "@earendil-works/pi-coding-agent/dist/core/tools/edit-diff.js",
    // It has no option to replace all places, so such an edit is refused if there are several.
    create: (pi: PiEdit) => (made) => {
      const bom = made.content.startsWith(BOM) ? BOM : "";
      const content = made.content.slice(bom.length);
      const normalized = pi.normalizeToLF(content);
      try {
        const edits = [{ oldText: made.old, newText: made.next }];
        const { newContent, replacements } = pi.applyEditsToNormalizedContent(normalized, edits, "f");
        return (
          bom + (content === normalized ? newContent : pi.applyReplacementsToOriginal(content, replacements))
        );
      } catch {
        return undefined;
      }
    },
  },
  {
    name: "replace of gemini-cli",
    module: "@google/gemini-cli-core/dist/src/tools/edit.js",
    create:
      ({ calculateReplacement }: GeminiEdit) =>
      async ({ content, old, next, replaceAll = false }) => {
        if (old === next) return undefined;
        const hasCrlf = content.includes("\r\n");
        const { newContent, occurrences } = await calculateReplacement(silent, {
          params: { file_path: "f", old_string: old, new_string: next, allow_multiple: replaceAll },
          currentContent: content.replaceAll("\r\n", "\n"),
          abortSignal: new AbortController().signal,
        });
        if (occurrences === 0 || (occurrences !== 1 && !replaceAll)) return undefined;
        const text = hasCrlf ? newContent.replace(/\r?\n/g, "\r\n") : newContent;
        return text === content ? undefined : text;
      },
  },
];
