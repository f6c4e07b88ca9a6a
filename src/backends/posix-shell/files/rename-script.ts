import { word } from "../script/index.js";

/** A name in a directory that was opened. */
export interface ScriptName {
  readonly directory: string;
  readonly identity: string;
  readonly name: string;
}

/** The names of a rename. */
interface RenameNames {
  readonly source: ScriptName;
  readonly target: ScriptName;
  readonly refuses: boolean;
}

/**
 * Returns the script of a rename. Its body is empty, or names the path of the failure (`from` or `to`) and the reason.
 *
 * 'mv' moves into a folder of the new name, so the new name is looked up first. A file is replaced in one step; an empty
 * folder, and a symlink to a folder, are removed before.
 */
export function renameScript({ source, target, refuses }: RenameNames): string {
  const [from, to] = [below(source), below(target)];
  const isInside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const isSame = source.directory === target.directory;
  const flag = refuses ? "-n" : "-f";
  return `no() { printf '%s\\0%s\\0' "$1" "$2"; printf '%s]ok\\n' "$N"; exit 0; }
${isSame ? "" : `r=$(at ${word(target.directory)} ${target.identity})\n[ -z "$r" ] || { r=\${r#*]}; no to "$r"; }`}
at ${word(source.directory)} ${source.identity}
a=${word(`./${source.name}`)} b=${word(isSame ? `./${target.name}` : to)}
has "$a" || { searchable; no from missing; }
d=; [ -d "$a" ] && [ ! -L "$a" ] && d=d
${isInside(target.directory, from) ? '[ -n "$d" ] && no to into-itself' : ""}
${isInside(source.directory, to) ? '[ -d "$b" ] && [ ! -L "$b" ] && no to not-empty' : ""}
if has "$b"; then
  ${refuses ? "no to exists" : ":"}
  i=$(stat -c %d:%i -- "$a")
  if same "$b" "$i"; then printf '%s]ok\\n' "$N"; exit 0; fi
  if [ -d "$b" ] && [ ! -L "$b" ]; then
    [ -n "$d" ] || no to is-a-directory
    m=$(rmdir -- "$b" 2>&1) || no to not-empty
  elif [ -n "$d" ]; then no to not-a-directory
  elif [ -L "$b" ] && [ -d "$b" ]; then rm -f -- "$b"
  fi
fi
m=$(mv ${flag} -T -- "$a" "$b" 2>&1) || case $m in
*"option"*) m=$(mv ${flag} -- "$a" "$b" 2>&1) || why "$m" ;;
*) why "$m" ;;
esac
if has "$a"; then ${refuses ? 'has "$b" && no to exists' : ":"}
why "$m"; fi`;
}

function below({ directory, name }: ScriptName): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}
