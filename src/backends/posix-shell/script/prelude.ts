/**
 * Functions that the scripts share. `$N` is the random mark of the answer.
 *
 * An answer is `<N>[`, a body, and `<N>]` with the result: `ok`, or the reason of the failure. An answer without its end
 * is never taken for a result, so an operation that broke off is not reported as one that found nothing.
 */
export const PRELUDE = `
LC_ALL=C TZ=UTC0
export LC_ALL TZ
unset CDPATH BASH_ENV ENV GREP_OPTIONS POSIXLY_CORRECT
T='%f %s %d %i %h %u %g %Z %y|%z'
fail() { printf '%s]%s\\n' "$N" "$1"; exit 0; }
has() { [ -e "$1" ] || [ -L "$1" ]; }
why() {
  case \${1##*: } in
  *"ermission denied"*|*"peration not permitted"*) fail not-permitted ;;
  *"ead-only file system"*) fail read-only-volume ;;
  *"o space left"*|*"uota exceeded"*) fail volume-full ;;
  *"o such file"*) fail missing ;;
  *"ot a directory"*) fail not-a-directory ;;
  *"s a directory"*) fail is-a-directory ;;
  *"ot empty"*) fail not-empty ;;
  *"ile exists"*) fail exists ;;
  *"ame too long"*) fail name-too-long ;;
  *"nvalid argument"*|*"subdirectory of itself"*) fail into-itself ;;
  *"ross-device"*|*"nvalid cross"*) fail other-volume ;;
  *"oo many open files"*) fail too-many-open-files ;;
  *) fail "other:$1" ;;
  esac
}
walk() {
  rest=$1 n=0 miss= leaf=
  cd / || fail not-permitted
  while :; do
    case $rest in /*) rest=\${rest#/}; continue ;; "") break ;; esac
    c=\${rest%%/*}
    case $rest in */*) rest=/\${rest#*/} ;; *) rest= ;; esac
    case $c in
    .) continue ;;
    ..)
      if [ -n "$miss" ]; then
        printf 'L%s/\\0' "\${PWD%/}$miss"
        miss=\${miss%/*}
      else
        cd -P .. 2>/dev/null || fail not-permitted
      fi
      continue ;;
    esac
    if [ -n "$miss" ]; then miss=$miss/$c; continue; fi
    if [ -L "./$c" ]; then
      n=$((n + 1))
      [ $n -le 40 ] || fail too-many-symlinks
      link=$(readlink -- "./$c" && echo x) || fail "other:readlink failed"
      link=\${link%?x}
      printf 'L%s\\0' "\${PWD%/}/$c"
      case $link in /*) cd / ;; esac
      rest=$link$rest
      continue
    fi
    if [ -d "./$c" ]; then
      if cd -P -- "./$c" 2>/dev/null; then continue; fi
      [ -z "$rest" ] || fail not-permitted
      leaf=$c
      break
    fi
    if [ -e "./$c" ]; then
      [ -z "$rest" ] || fail below-a-file
      leaf=$c
      break
    fi
    [ -x . ] || fail not-permitted
    miss=/$c
  done
}
at() {
  cd -P -- "$1" 2>/dev/null || { walk "$1" >/dev/null; [ $n = 0 ] || fail "moved:\${PWD%/}$miss"; [ -z "$miss" ] || fail missing; [ -z "$leaf" ] || [ -d "./$leaf" ] || fail not-a-directory; fail not-permitted; }
  [ "$PWD" = "$1" ] || fail "moved:$PWD"
  [ -z "$2" ] || [ "$(stat -c %d:%i .)" = "$2" ] || fail changed
}
searchable() { [ -x . ] || fail not-permitted; }
reg() {
  if [ -L "$1" ]; then fail symlink
  elif [ -d "$1" ]; then fail is-a-directory
  elif [ ! -e "$1" ]; then searchable; fail missing
  elif [ ! -f "$1" ]; then fail special-file
  fi
}
same() { [ ! -L "$1" ] && [ "$(stat -c %d:%i -- "$1" 2>/dev/null)" = "$2" ]; }
`;

/** The same for the script around a command, which gets the locale and time zone of the machine. */
export const PRELUDE_OF_COMMANDS = `
L=\${LC_ALL-} L1=\${LC_ALL+x} Z=\${TZ-} Z1=\${TZ+x}
restore() {
  if [ -n "$L1" ]; then LC_ALL=$L; else unset LC_ALL; fi
  if [ -n "$Z1" ]; then TZ=$Z; else unset TZ; fi
}
${PRELUDE}`;
