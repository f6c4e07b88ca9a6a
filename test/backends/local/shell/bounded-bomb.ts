/**
 * A script in the shape of a fork bomb, with a bound: each of at most about 120 processes, all told, moves to a session of its
 * own, ignores SIGTERM and starts two more. It notes its processes in the folder `$1` and lets them sleep for `$2`.
 */
export const BOUNDED_BOMB = `trap '' TERM
mkdir "$1/$$" || exit
[ "$(ls "$1" | wc -l)" -gt 120 ] && exec sleep "$2"
setsid bash "$0" "$1" "$2" & setsid bash "$0" "$1" "$2" &
exec sleep "$2"
`;
