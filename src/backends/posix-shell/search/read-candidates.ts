import type { Buffer } from "node:buffer";
import { connectionLost, type ScriptRunner, word } from "../script/index.js";

/** Bytes of the marks around a file. */
const MARKS_BYTES = 80;

/** The content of a file of a batch, or the reason why it is not there. */
export type Candidate =
  | { readonly type: "content"; readonly bytes: Buffer }
  /** `grep` found nothing that a match needs. */
  | { readonly type: "no-match" }
  | { readonly type: "unreadable" }
  /** It must be read on its own: it is large, or it changed. */
  | { readonly type: "other" };

/**
 * Reads the files of a batch in which a search may find something.
 *
 * Where `grep` is missing or fails, even for one of the files, all files are read: its failure is not taken for an answer.
 *
 * @param names - relative to the folder, with `/`
 * @param pattern - for `grep`, as bytes; without it, all files are read
 */
export async function readCandidates(
  runner: ScriptRunner,
  folder: string,
  names: readonly string[],
  pattern: string | undefined,
): Promise<Candidate[]> {
  const words = names.map((name) => word(`./${name}`));
  // 'grep' separates the names that it prints by line breaks.
  const plain = words.filter((_, index) => !names[index]?.includes("\n"));
  const grep =
    pattern === undefined || plain.length === 0
      ? "g=2"
      : `m=$(grep -l -E -e '${pattern.replaceAll("'", "'\\''")}' -- ${plain.join(" ")} 2>/dev/null)
g=$?`;
  const mark = runner.mark();
  const most = runner.maxContentBytes;
  // Where the output is limited, so is that of all files together.
  const isLimited = runner.transport.maxOutputBytes !== undefined;
  const sum = isLimited ? ` || { t=$((t + s + ${MARKS_BYTES})); [ "$t" -gt ${most} ]; }` : "";
  const script = `at ${word(folder)} ''
M=${mark}
${grep}
i=0 t=0
for f in ${words.join(" ")}; do
  if [ $g -le 1 ]; then
    case $f in
    *"
"*) ;;
    *) case "
$m
" in *"
$f
"*) ;; *) printf '%s(%s-%s)' "$M" "$i" "$M"; i=$((i + 1)); continue ;; esac ;;
    esac
  fi
  if [ -L "$f" ] || [ ! -f "$f" ]; then printf '%s(%s?%s)' "$M" "$i" "$M"
  elif [ ! -r "$f" ]; then printf '%s(%s!%s)' "$M" "$i" "$M"
  else
    s=$(stat -c %s -- "$f" 2>/dev/null) || s=x
    if [ "$s" = x ] || [ "$s" -gt ${most} ]${sum}; then printf '%s(%s?%s)' "$M" "$i" "$M"
    else printf '%s(%s=' "$M" "$i"; if cat < "$f"; then printf '%s)' "$M"; else printf '%s?' "$M"; fi
    fi
  fi
  i=$((i + 1))
done`;
  const body = await runner.run(script, { path: folder });
  return names.map((_, index) => candidateAt(body, mark, index));
}

function candidateAt(body: Buffer, mark: string, index: number): Candidate {
  const head = `${mark}(${index}`;
  const start = body.indexOf(head);
  if (start < 0) throw connectionLost("an answer to a search lacks a file");
  const at = start + head.length;
  const kind = String.fromCharCode(body[at] ?? 0);
  if (kind === "-") return { type: "no-match" };
  if (kind === "!") return { type: "unreadable" };
  if (kind !== "=") return { type: "other" };
  const end = body.indexOf(mark, at);
  if (end < 0) throw connectionLost("an answer to a search ended in the middle of a file");
  const isWhole = String.fromCharCode(body[end + mark.length] ?? 0) === ")";
  return isWhole ? { type: "content", bytes: body.subarray(at + 1, end) } : { type: "other" };
}
