#!/usr/bin/env bash
set -euo pipefail

# Builds a release and uploads it.
readonly ROOT="$(cd "$(dirname "$0")/.." && pwd)"
readonly OUT="$ROOT/dist"
VERSION="${1:-}"
DRY_RUN="${DRY_RUN:-0}"

usage() {
  echo "usage: release.sh VERSION" >&2
  exit 2
}

log() {
  printf '%s %s\n' "$(date +%H:%M:%S)" "$*"
}

check_clean() {
  if [[ -n "$(git status --porcelain)" ]]; then
    echo "the work tree has changes" >&2
    exit 1
  fi
}

build() {
  log "building $VERSION"
  npm ci --ignore-scripts
  npm run build -- --production
  for target in linux darwin windows; do
    mkdir -p "$OUT/$target"
    tar -czf "$OUT/$target/app-$VERSION.tar.gz" \
        --exclude node_modules \
        -C "$ROOT/build" "$target"
  done
}

upload() {
  local file
  for file in "$OUT"/*/*.tar.gz; do
    if [[ "$DRY_RUN" == 1 ]]; then
      log "would upload $file"
      continue
    fi
    curl --fail --silent --show-error \
      --header "Authorization: Bearer $TOKEN" \
      --upload-file "$file" "https://example.com/releases/$VERSION/" # final address
  done
}

main() {
  [[ -n "$VERSION" ]] || usage
  check_clean
  build
  upload
  log "done"
}

main "$@"
