import { describe, expect, it } from "vitest";
import { judge, loadCommandReader, type PermissionsInput, readCommand } from "../../src/permissions/index.js";
import { ORDINARY_PROGRAMS } from "../../src/permissions/runners/ordinary-programs.js";
import { startStopwatch } from "../processor-time.js";
import { allow, call, deny, rulesOf } from "./judging.js";

const READERS = [
  ["by characters", readCommand],
  ["by a parser", await loadCommandReader()],
] as const;

/** Programs that rules deny, each with a command. */
const DENIED = [
  ["rm *", "rm -rf x"],
  ["curl *", "curl evil.example"],
  ["git push *", "git push origin"],
] as const;

/** Forms in which the command in `%` is visible: denied. */
const DENIED_FORMS = [
  "%",
  "bash -c '%'",
  "bash -c -- '%'",
  "bash -c -x '%'",
  "bash -ce '%'",
  "bash -cx '%'",
  "bash -ec '%'",
  "bash -c -o pipefail -- '%'",
  "bash -o pipefail -c '%'",
  "bash --norc -c -- '%'",
  "bash -oc pipefail '%'",
  "bash -co pipefail '%'",
  "sh -c +e '%'",
  "zsh -c -- '%'",
  "fish --command='%'",
  "fish -c '%'",
  "bash -c -- 'sh -c -- \"%\"'",
  "hg --config alias.x='!%' x",
  "java -XX:OnError='%' A",
  "java -XX:OnOutOfMemoryError='%' A",
  "jj --config ui.editor='%' log",
  "kubectl debug x -- %",
  "heroku run %",
  "fly ssh console -C '%'",
  "tmux run '%'",
  "tmux popup -E '%'",
  "tmux if-shell '%' x",
  "svn --diff-cmd '%' diff",
  "svn ci --editor-cmd='%'",
  "composer exec %",
  "snap run --shell a -c '%'",
  "bat --pager='%' a",
  "gpg --photo-viewer '%' --list-keys",
  "setpriv --reuid=1 %",
  "setpriv --reuid 1 --clear-groups %",
  "prlimit --nofile=10 %",
  "prlimit --nofile 10 --cpu=5 -- %",
  "setarch x86_64 -R %",
  "setarch -R %",
  "linux32 %",
  "choom -n 100 -- %",
  "choom -n 100 %",
  "sg staff -c '%'",
  "sg staff '%'",
  "capsh --drop=all -- -c '%'",
  "/lib64/ld-linux-x86-64.so.2 /usr/bin/%",
  "ld.so --library-path /x %",
  "systemd-run --user --wait %",
  "systemd-run -p A=1 --scope %",
  "chrt -r 1 %",
  "chrt 1 %",
  "ionice -c3 %",
  "ionice -c 3 %",
  "taskset -c 0 %",
  "taskset 0x1 %",
  "unshare -rn %",
  "nsenter -t 1 -m %",
  "flock /tmp/l %",
  "flock /tmp/l -c '%'",
  "flock -n -c '%' /tmp/l",
  "script -qc '%' /dev/null",
  "script -c '%'",
  "script /dev/null -c '%'",
  "watch -n 1 %",
  "watch '%'",
  "parallel % ::: a b",
  "doas -u root %",
  "su -c '%'",
  "su - root -c '%'",
  "runuser -u root -- %",
  "pkexec --user root %",
  "strace -f -o log %",
  "ltrace %",
  "gdb --args %",
  "valgrind --tool=none %",
  "perf stat -e x %",
  "time %",
  "\\time -f %e %",
  "busybox %",
  "toybox %",
  "nohup setsid %",
  "env -S '%'",
  "env -iS '%'",
  "env - A=1 %",
  "env --split-string='%'",
  "eval '%'",
  "eval \"$(echo)\" '%'",
  "exec -a ls %",
  "command -p %",
  "trap '%' EXIT",
  "trap -- '%' EXIT",
  "PROMPT_COMMAND='%' bash",
  "export PROMPT_COMMAND='%'",
  "declare -x PS0='%'",
  "GIT_SSH_COMMAND='%' git fetch",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!%' git x",
  "CC='sh -c \"%\"' make",
  "SHELL='env A=1 %' make",
  "nix run nixpkgs#x -- %",
  "mapfile -C '%' -c 1 a < x",
  "readarray -c 1 -C '%' a",
  "compgen -C '%'",
  "complete -C '%' ls",
  "hash -p /bin/%",
  "tar cf a.tar x --checkpoint=1 --checkpoint-action=exec='%'",
  "tar cf a.tar x --checkpoint-act=exec='%'",
  "tar xf a.tar --to-command='%'",
  "tar xf a.tar --to-command '%'",
  "tar -I '%' -xf a",
  "tar --use-compress-program='%' -xf a",
  "tar --use-compress-prog '%' -xf a",
  "split --filter='%' a",
  "split --filt='%' a",
  "split -b 1 --filter '%' a",
  "sort --compress-program='%' a",
  "npm exec -c '%'",
  "npm exec --call='%'",
  "npm x -- %",
  "npx -c '%'",
  "npx %",
  "pnpm dlx %",
  "uv run %",
  "poetry run %",
  "git -c alias.x='!%' x",
  "git -c core.pager='%' log",
  "git -c core.sshCommand='%' fetch",
  "git grep -O'%' x",
  "git grep --open-files-in-pager='%' x",
  "git bisect run %",
  "git submodule foreach '%'",
  "git rebase --exec '%' main",
  "git rebase -x '%' main",
  "git clone --upload-pack='%' x",
  "git fetch --upload-pack '%' x",
  "git difftool --extcmd='%'",
  "git difftool -yx '%'",
  "git grep -nO'%' x",
  "git rebase -ix '%' main",
  "git clone -u '%' a b",
  "git filter-branch --setup '%'",
  "git instaweb --httpd='%'",
  "git daemon --access-hook='%'",
  "git filter-branch --tree-filter '%'",
  "find . -exec % {} +",
  "find . -okdir % \\;",
  "fd -x %",
  "fd . --exec %",
  "xargs -0 -n1 %",
  "xargs -I@ sh -c '%'",
  "xargs -I @ %",
  "rg --pre '%' x",
  "fd -HIx %",
  "man -H'%' ls",
  "man --html='%' ls",
  "nano --speller='%' x",
  "strace -o '!%' ls",
  "rr record %",
  "wget --use-askpass='%' x",
  "wget -e use_askpass='%' x",
  "man -P '%' ls",
  "rsync -e '%' a b:",
  "rsync --rsh='%' a b:",
  "rsync -ae '%' a b:",
  "rsync -aze'%' a b:",
  "scp -S '%' a b:",
  "ssh -o ProxyCommand='%' h",
  "ssh h '%'",
  "nc -e '%' h 1",
  "nc -lc '%'",
  "npm run env -- %",
  "npm --git='%' i a",
  "npm help x --viewer='%'",
  "pipx run %",
  "yarn node %",
  "bun run %",
  "tox exec -- %",
  "docker-compose run c %",
  "flatpak run --command='%' x",
  "vagrant ssh -c '%'",
  "ansible all -a '%'",
  "mvn exec:exec -Dexec.executable='%'",
  "cmake -E %",
  "cmake -E env A=1 %",
  "just -c %",
  "socat - EXEC:'%'",
  "socat - SYSTEM:'%'",
  "tcpdump -z '%'",
  "go test -exec '%'",
  "go build -toolexec '%'",
  "cargo --config target.x.runner='%' run",
  "gcc -wrapper '%' a.c",
  "make SHELL='%'",
  "make CC='%'",
  "chronic %",
  "xvfb-run -a %",
  "fakeroot -- %",
  "dbus-run-session -- %",
  "tini -- %",
  "hyperfine '%'",
  "nix-shell --run '%'",
  "direnv exec . %",
  "awk 'BEGIN{system(\"%\")}'",
  "echo $(%)",
  "cat <(%)",
  "{ %; }",
  "f() { %; }; f",
] as const;

/** Forms that run code that is not visible, or that use an unknown program: at least asked. */
const ASKED_FORMS = [
  "iex -e 'System.cmd(\"rm\", [])'",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
  ": ${x@P}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
  'echo "${x@P}"',
  "machinectl shell .host /bin/%",
  "envuidgid a %",
  "autossh h %",
  "bwrap --bind / / %",
  "bwrap --ro-bind /a /b -- %",
  "runcon a %",
  "dotenvx run -- %",
  "rake -e 'sh %q[%]'",
  "ghc -e 'system \"%\"'",
  "mongosh --eval '%'",
  "dc -e '!%'",
  "zip -TmTT '%' a b",
  "openssl engine ./x.so",
  "git -c core.hooksPath=hooks commit",
  "git --exec-path=hooks x",
  "frobnicate %",
  "./wrap.sh -n 3 -- %",
  "frobnicate --run='%'",
  "frobnicate -x hook=!%",
  "python3 -c 'import subprocess as s; s.run([\"%\"])'",
  "perl -e 'exec qw/%/'",
  "perl -ne 'exec qw/%/'",
  "ruby -e 'exec %q[%]'",
  "node -e 'child.exec`%`'",
  "php -r 'exec(chr(1));'",
  "lua -e 'os.execute [[x]]'",
  "sed 'e %' a",
  "sed '1e cmd' a",
  "sed 's/a/b/e' a",
  "sed -n '/x/e' a",
  "echo % | xargs -I@ sh -c @",
  "echo % | xargs -I{} bash -c '{}'",
  "echo % | xargs -i sh -c {}",
  "echo % | xargs sh -c",
  "echo % | xargs env",
  "echo % | xargs -I@ @",
  "echo % | parallel",
  "BASH_ENV=./x bash -c true",
  "env BASH_ENV=./x bash -c true",
  "LD_PRELOAD=./x.so ls",
  "bash --rcfile ./x -i",
  "bash --init-file ./x -ic true",
  "enable -f ./x.so y",
  "hash -p ./x ls; ls",
  "vim -c ':!x' a",
  "gdb -ex 'shell x' -batch",
  "bind -x '\"x\": y'",
  'bind \'"a":"%\\n"\'',
  "pwsh -EncodedCommand cgBtACAAeAA=",
  "echo % | python3",
  "python3 - < x",
  "python3 < x",
  "python3 -u < x",
  "perl - < x",
  "echo x | node",
  "ruby /dev/stdin < x",
  "php -a",
  "node --loader ./x y",
  "batch < x",
  "sed --expression='1e x' a",
  "sed --expr='1e x' a",
  "sed '/a/,/b/e x' a",
  "sed '2,+3e x' a",
  "sed -f - a",
  "awk -f /dev/stdin a",
  "make -f -",
  "make -sf- x",
  "make -f /dev/stdin",
  "make 'X=$(shell %)'",
  "git config alias.x '!%'",
  "git config --global core.pager '%'",
  "git config set diff.x.textconv '%'",
  "git --config-env=core.pager=X log",
  "git clone 'ext::%'",
  "git pull ext::sh%20x",
  "npm config set script-shell x",
  "gh alias set x '!%'",
  "psql < x",
  "sqlite3 x '.shell %'",
  "sqlite3 x '.sy %'",
  "mysql -e 'system %'",
  "pdflatex --shell-escape x",
  "nmap --script x",
  "ssh -F x h",
  "sftp -b x h",
  "expect -f x",
  "newgrp g",
  "xargs -n1 timeout 5",
  "xargs flock l",
  "ENV=./x sh -ic true",
  "NODE_OPTIONS='--require ./x' node y",
  "NODE_OPTIONS=--import=./x npm test",
  "MAKEFLAGS='--eval=$(shell %)' make",
  "MAKEFILES=./x make",
  "GOFLAGS=-toolexec=x go build",
  "TAR_OPTIONS='--to-command=x' tar xf a",
  "JAVA_TOOL_OPTIONS=-javaagent:x java y",
  "RIPGREP_CONFIG_PATH=x rg y",
  "GIT_CONFIG_GLOBAL=./x git log",
  "GIT_CONFIG_PARAMETERS=\"'core.pager=x'\" git log",
  "GCONV_PATH=. iconv",
  "LESS=+!x less a",
  "PYTHONBREAKPOINT=os.system python3 x.py",
  "PYTHONWARNINGS=all:0:antigravity.x:0:0 python3 x.py",
  "DOTNET_STARTUP_HOOKS=x.dll dotnet run",
  "R_PROFILE_USER=x Rscript y.R",
  "LESSKEYIN=x less a",
  "BASH_LOADABLES_PATH=d bash -c 'enable x'",
  "npm_config_node_options=--require=./x npm test",
  "scriptlive x",
  "guile -c '(system \"x\")'",
  "raku -e 'shell \"x\"'",
  "swipl -g 'shell(x)'",
  "clojure -M -e x",
  "bpftrace -e x",
  "vim --remote-expr x",
  "read BASH_ENV <<< x; export BASH_ENV",
  "printf -v PS4 x",
  "export PROMPT_COMMAND",
  "source ./x",
  "bash x.sh",
] as const;

/** Forms that only a parser can read despite quotes and backslashes: at least asked. */
const PARSED_FORMS = [
  "sed '\\,a,e x' a",
  "sed 'sxaxbxe' a",
  "sed '/a\\/b/e x' a",
  "sed -ne '1{p;e x' -e '}' a",
  "psql -c '\\! %'",
  "mysql -e '\\! %'",
  "NODE_OPTIONS='--max-old-space-size=4096 --require ./x' node y",
  "TAR_OPTIONS='-v --to-command=x' tar xf a",
  "ZIPOPT='-T -TT x' zip a b",
  "GRADLE_OPTS='-Xmx2g -javaagent:x' gradle build",
] as const;

/** Commands that the rules do not match: they run as if there were no rules. */
const ORDINARY = [
  "ls -la src",
  "git status",
  "git log --oneline -5",
  "git commit -m 'fix the thing'",
  "git fetch --prune",
  "git -c color.ui=never diff",
  "git rm --cached x",
  "npm test",
  "npm rm left-pad",
  "npm run build -- --watch",
  "docker rm box",
  "grep rm file",
  "grep -rn 'rm -rf' src",
  "echo rm",
  "man rm",
  "command -v rm",
  "python3 x.py",
  "python3 -m pytest -q",
  "node build.mjs",
  "make -j4 all",
  "cargo build --release",
  "tar tzf a.tar.gz",
  "tar -czf a.tgz src",
  "sed -i s/foo/example/g a",
  "sed -n '1,20p' a",
  "sed -e 's/x/y/' -e 's/e/f/' a",
  "sed s/e/e/g e2e.txt",
  "sed -ne /e/p e.txt",
  "python3 --version",
  "node --test",
  "MAKEFLAGS=-j4 make",
  "GIT_CONFIG_GLOBAL=/dev/null git log",
  "git config --get user.name",
  "git -c core.pager=cat log",
  "git add -u rmfile",
  "make CC=gcc all",
  "psql -f x.sql",
  "xargs -n 1 timeout 5 npm run",
  "awk '{print $1}' a",
  "find . -name '*.ts' -type f",
  "find . -name x -exec grep y {} +",
  "xargs -n 1 git rm",
  "xargs grep -l x",
  "xargs -I@ cp @ out",
  "sort -u a",
  "split -l 10 a",
  "timeout 5 npm test",
  "NODE_ENV=test npm test",
  "ENV=prod npm run x",
  "export PATH=$PATH:/opt/bin",
  "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
  "curly x",
  "rmdir x",
  "pytest -k rm_test",
  "psql -c 'select 1'",
  "gcc -O2 -Isrc/include -o x a.c",
  "go test ./...",
  "rg foo src",
  "cd app && npm ci",
  "cp -r a b",
  "mv a b",
  "ssh-keygen -t ed25519",
] as const;

describe.each(READERS)("read %s", (_title, read) => {
  const verdictOf = (command: string, rules: PermissionsInput) =>
    judge(call("Bash", { command }), rulesOf(rules), { readCommand: read }).verdict;

  describe.each([
    ["a general allow", [allow()]],
    ["an allow for every command", [allow({ command: "*" }), allow()]],
    ["allow-all", []],
  ] as const)("a deny rule beside %s", (title, allowing) => {
    const preset = title === "allow-all" ? "allow-all" : "default";

    it.each(DENIED)("denies every form of the program: %s", (pattern, command) => {
      const rules = { preset, rules: [...allowing, deny({ command: pattern })] } as const;
      const verdicts = DENIED_FORMS.map((form) => {
        const text = form.replace("%", command);
        return [text, verdictOf(text, rules)];
      });
      expect(verdicts.filter(([, verdict]) => verdict !== "deny")).toEqual([]);
    });

    it("asks or denies if a command is only known at run time", () => {
      const rules = { preset, rules: [...allowing, deny({ command: "rm *" })] } as const;
      const verdicts = ASKED_FORMS.map((form) => {
        const text = form.replace("%", "rm -rf x");
        return [text, verdictOf(text, rules)];
      });
      expect(verdicts.filter(([, verdict]) => verdict === "allow")).toEqual([]);
    });

    it("allows ordinary commands", () => {
      const rules = {
        preset,
        rules: [allow(), deny({ command: "rm *" }), deny({ command: "curl *" })],
      } as const;
      const verdicts = ORDINARY.map((command) => [command, verdictOf(command, rules)]);
      expect(verdicts.filter(([, verdict]) => verdict !== "allow")).toEqual([]);
    });
  });

  it("allows a command that is only known at run time if no rule restricts commands", () => {
    for (const form of ASKED_FORMS) {
      expect(verdictOf(form.replace("%", "rm -rf x"), "allow-all"), form).toBe("allow");
    }
  });

  it("allows an unknown program if a rule names it", () => {
    const rules = [allow({ command: "frobnicate *" }), deny({ command: "rm *" })];
    expect(verdictOf("frobnicate -v rm", rules)).toBe("allow");
  });

  it.each<[string, string]>([
    ["options that bring commands", "git ".padEnd(9_000, "-c a=!b ")],
    ["words of a program that is not known", "frobnicate ".padEnd(9_000, "a=b:c!d ")],
    ["abbreviated options", `tar ${"--checkpoint-action=exec=tar ".repeat(300)}`],
    ["placeholders", `xargs ${"-I@ ".repeat(2_000)}`],
    ["scripts of sed", `sed ${"s/a/b/".repeat(1_500)}`],
    ["awk", `awk '${"system".repeat(1_500)}'`],
    ["one long word", `frobnicate ${"=".repeat(9_000)}`],
  ])("takes bounded time for %s", (_case, command) => {
    const elapsedMs = startStopwatch();
    verdictOf(command, [allow(), deny({ command: "rm *" })]);
    expect(elapsedMs()).toBeLessThan(250);
  });
});

it.each(PARSED_FORMS)("asks about %s", (form) => {
  const [, [, read]] = READERS;
  const rules = rulesOf([allow(), deny({ command: "rm *" })]);
  const command = form.replace("%", "rm -rf x");
  expect(judge(call("Bash", { command }), rules, { readCommand: read }).verdict).not.toBe("allow");
});

it("asks about an awk program that reads from a command", () => {
  const command = "awk 'BEGIN { while ((\"x\" | getline l) > 0) print l }'";
  const [, [, read]] = READERS;
  const rules = rulesOf([allow(), deny({ command: "rm *" })]);
  expect(judge(call("Bash", { command }), rules, { readCommand: read }).verdict).toBe("ask");
});

describe("the table of ordinary programs", () => {
  it("contains no shell and no wrapper", () => {
    for (const name of ["bash", "sh", "env", "sudo", "xargs", "setpriv", "parallel", "ssh"]) {
      expect(ORDINARY_PROGRAMS.has(name), name).toBe(false);
    }
  });
});
