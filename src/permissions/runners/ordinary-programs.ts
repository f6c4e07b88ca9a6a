import { namesOf } from "./program-list.js";

/** Programs known to run none of their arguments, except for the options in `option-runners.ts` and `code-runners.ts`. */
export const ORDINARY_PROGRAMS: ReadonlySet<string> = namesOf([
  {
    programs:
      "arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown cksum comm cp csplit cut date dd df dir dircolors dirname " +
      "du echo expand expr factor false fmt fold groups head hostid hostname id install join link ln logname ls md5sum mkdir mkfifo " +
      "mknod mktemp mv nl nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd readlink realpath rm rmdir seq sha1sum " +
      "sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stty sum sync tac tail tee test touch tr true " +
      "truncate tsort tty uname unexpand uniq unlink uptime users vdir wc who whoami yes [ [[",
    source: "GNU coreutils manual",
  },
  {
    programs:
      ": cd chdir pushd popd dirs alias unalias set unset shift return break continue exit logout read wait jobs fg bg kill disown " +
      "umask ulimit times type hash enable help getopts let caller bind fc history export declare typeset local readonly mapfile " +
      "readarray compgen complete compopt suspend shopt source .",
    source: "bash(1)",
  },
  {
    programs:
      "grep egrep fgrep rg ag ack ugrep sed gsed awk gawk mawk find locate fd fdfind diff diff3 sdiff cmp patch file less more most " +
      "man info whatis apropos which whereis tree column rev look strings xxd hexdump hd jq yq xmllint bat batcat dos2unix unix2dos " +
      "iconv bc dc cal sponge ts tput clear reset watchman",
    source: "their manuals",
  },
  {
    programs:
      "tar bsdtar gtar gzip gunzip zcat bzip2 bunzip2 bzcat xz unxz xzcat zstd unzstd lz4 zip unzip 7z 7za 7zr rar unrar cpio ar",
    source: "their manuals",
  },
  {
    programs:
      "curl wget ping dig host nslookup nc ncat netcat socat telnet ftp scp sftp rsync ip ss netstat ifconfig traceroute openssl gpg " +
      "ssh-keygen ssh-add ssh-keyscan whois http https",
    source: "their manuals",
  },
  {
    programs:
      "ps top htop pgrep pkill killall lsof free vmstat iostat dmesg mount umount df lsblk fdisk systemctl journalctl service " +
      "useradd usermod passwd crontab apt apt-get apt-cache aptitude dpkg yum dnf rpm apk pacman brew port snap flatpak",
    source: "their manuals",
  },
  {
    programs:
      "git gh glab hub hg svn jj docker podman nerdctl docker-compose kubectl helm terraform tofu pulumi ansible vagrant aws az gcloud " +
      "heroku vercel netlify fly flyctl doctl",
    source: "their manuals",
  },
  {
    programs:
      "npm pnpm yarn bun node nodejs deno tsc tsx ts-node eslint prettier biome vitest jest mocha playwright cypress webpack vite rollup " +
      "esbuild turbo nx lerna rush next nuxt astro storybook",
    source: "their manuals",
  },
  {
    programs:
      "python python2 python3 pypy pypy3 pip pip2 pip3 uv poetry pipenv pdm hatch rye conda pytest tox nox mypy ruff black isort flake8 " +
      "pylint pyright coverage django-admin flask gunicorn uvicorn celery jupyter ipython pyenv virtualenv",
    source: "their manuals",
  },
  {
    programs:
      "cargo rustc rustup rustfmt clippy-driver go gofmt goimports golangci-lint gopls java javac jar mvn mvnw gradle gradlew sbt kotlin " +
      "kotlinc scala dotnet msbuild nuget swift swiftc xcodebuild ruby gem bundle rake rails rspec rubocop php composer phpunit " +
      "perl cpan prove lua luarocks mix elixir erl iex rebar3 julia r rscript ghc cabal stack ocaml dune opam zig nim crystal dart flutter",
    source: "their manuals",
  },
  {
    programs:
      "make gmake cmake ctest ninja meson bazel buck buck2 just task gcc g++ cc c++ clang clang++ clang-format clang-tidy ld as nm objdump " +
      "objcopy strip readelf addr2line ldd protoc buf flex bison m4 autoconf automake configure pkg-config nasm",
    source: "their manuals",
  },
  {
    programs:
      "vi vim view nvim ex nano emacs ed code subl psql mysql sqlite3 redis-cli mongosh mongo ffmpeg convert magick dot pandoc latex " +
      "pdflatex latexmk hugo jekyll mkdocs sphinx-build asdf mise fnm nvm volta rbenv nodenv nix direnv op shellcheck shfmt hadolint " +
      "actionlint pre-commit",
    source: "their manuals",
  },
]);
