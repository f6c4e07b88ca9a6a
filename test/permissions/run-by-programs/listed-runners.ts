/** Programs that run the command in their words. Like the other lists here it was written down separately from the tables. */
export const RUN_THEIR_WORDS = `
  env timeout nice nohup stdbuf chroot command builtin coproc exec eval trap time setsid ionice chrt taskset
  caffeinate arch sudo doas su runuser flock script unshare nsenter xargs watch parallel ssh strace ltrace busybox
  toybox runcon noglob nocorrect repeat sudoedit pkexec newgrp calife sg gosu su-exec setuidgid sem rush entr
  watchexec setpriv linux32 linux64 i386 i486 i586 i686 x86_64 uname26 choom scriptlive uclampset coresched setarch
  prlimit capsh ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so ld-musl-aarch64.so
  systemd-run systemd-inhibit systemd-nspawn systemd-cat machinectl run0 gdb gdbserver lldb perf valgrind rr heaptrack
  catchsegv bpftrace uftrace ssh-agent autossh mosh sshpass firejail bwrap fakeroot fakechroot sandbox-exec aa-exec
  schroot proot cgexec xcrun run-one run-this-one chpst softlimit envuidgid daemonize daemon tini dumb-init
  start-stop-daemon lckdo setlock envdir cpulimit numactl eatmydata timelimit torsocks torify proxychains proxychains4
  tsocks faketime trickle chronic ifne mispipe pee unbuffer rlwrap expect hyperfine multitime at batch screen dtach
  abduco logsave xvfb-run dbus-run-session dbus-launch winpty wsl flatpak-spawn qemu-x86_64 qemu-aarch64 box64 wine
  npx pnpx bunx uvx pipx nodemon concurrently cross-env cross-env-shell dotenv dotenvx env-cmd direnv
`;

/** Programs with options and subcommands that a command follows, or that contain one. */
export const RUN_AN_OPTION = `
git hub: -c --config-env --exec-path -O --open-files-in-pager --upload-pack --receive-pack --exec -x --extcmd
  --tree-filter --index-filter --env-filter --msg-filter --parent-filter --commit-filter --tag-name-filter
  --smtp-server --to-cmd --cc-cmd --header-cmd --sendmail-cmd --config --template --gpg-program --tool --setup --httpd
  --browser --access-hook --authors-prog -u run foreach merge-index remote-ext
tar bsdtar gtar: --checkpoint-action --to-command --use-compress-program -I --rsh-command --rmt-command --info-script
  --new-volume-script -F
cpio: --rsh-command --rmt-command
split: --filter
hg: --config -e --ssh --remotecmd --tool -c --command -p --program
svn: --diff-cmd --diff3-cmd --editor-cmd --config-option
composer stack cabal opam dune brew ip direnv lerna nx rush turbo: exec
snap: -c --command run
bat batcat: --pager
gpg gpg2: --photo-viewer --exec-path --agent-program --pinentry-program --dirmngr-program
sort: --compress-program
npm: -c --call --script-shell --node-options --shell --editor --viewer --browser --git exec x env explore --
npx pnpx bunx: -c --call --shell-mode
pnpm yarn: -c --script-shell exec dlx node
bun: x exec run
uv poetry pipenv pdm hatch rye pipx: run tool
tox gem: --editor -e exec
mix: cmd
pip pip3: --editor --python
virtualenv: -p --python
mypy pyright: --python-executable --pythonpath
prove: -e --exec
just: -c --command --shell --shell-arg --chooser
cmake: SHELL -D -E env time
ctest: --test-command --build-makeprogram
meson: --wrap --wrapper --gdb-path devenv
bazel: --run_under --workspace_status_command
dotnet: -p: /p: --property exec
msbuild: -p: /p: --property
protoc: --plugin
pandoc: -F --filter --pdf-engine
latexmk: -pdflatex -latex -lualatex -xelatex -pdflualatex -pdfxelatex -dvipdf -ps2pdf
install: --strip-program
sdiff diff3: --diff-program
ugrep: --filter --pager --view
watchman: --
helm: --post-renderer
netlify: -c --command dev:exec exec
doctl: --ssh-command
az: --scripts
gh: --upload-pack --config ssh
start-stop-daemon: --exec -x --startas -a
mvn mvnw: -Dexec.executable= -Dexec.args=
ansible: -a --args
vagrant gcloud: -c --command --
flatpak: --command
nano: -s --speller
strace: -o --output
wget: -e --execute --use-askpass
bundle pyenv rbenv nodenv asdf mise fnm nvm volta rustup conda: exec run x
docker podman nerdctl kubectl docker-compose: --entrypoint --health-cmd run exec create debug --
nix nix-shell: --run --command -c run --
find fd fdfind: -exec -execdir -ok -okdir -x -X --exec --exec-batch
rg: --pre --hostname-bin
ag ack less more most man: --pager -P -H --html
rsync: -e --rsh --rsync-path
scp sftp: -S -o -D
ssh mosh: -o --ssh
nc ncat netcat: -e -c --exec --sh-exec --lua-exec
tcpdump: -z
zip: -TT --unzip-command
apt apt-get aptitude dpkg: -o --option --pre-invoke --post-invoke --path-exclude
go: -exec -toolexec -vettool -w
java javaw: -XX:OnError= -XX:OnOutOfMemoryError=
rustc: -C --codegen
heroku: run run:detached run:inside
fly flyctl: -C --command run
jj: --config --config-toml --tool exec run
cargo: --config -C -s --shell
gcc g++ cc c++ clang clang++: -wrapper -B -fplugin
make gmake: --eval SHELL
hash: -p
mapfile readarray: -C
compgen complete: -C -F
tmux screen: -c send send-keys set set-option setw set-window-option new new-session neww new-window splitw
  split-window run run-shell respawnp respawn-pane respawnw respawn-window pipep pipe-pane if if-shell popup
  display-popup bind bind-key confirm confirm-before set-hook -dm -S -X
watch watchexec nodemon: --exec -x
script scriptlive su runuser sg flock capsh: -c --command
env: -S --split-string
fish pwsh powershell nu: -c --command -Command -C --init-command
cmd: /c /k /C /K
op doppler infisical teller chamber aws-vault: run exec
perf rr: record stat trace
`;

/** Programs that run code in another language, or code that only the run shows, and a word with which they do. */
export const RUN_CODE = `
python python2 python3 pypy pypy3 vi vim view vimdiff nvim gvim expect xargs apt apt-get aptitude radare2 rizin duckdb
 : -c x
perl ruby node nodejs deno bun tsx ts-node esno jiti coffee lua luajit r rscript julia ghci ocaml tclsh osascript
  elixir iex groovy scala jshell swift pwsh powershell git hub gh glab tex latex pdftex pdflatex xelatex lualatex
  latexmk rake ghc newgrp emacs emacsclient bash sh zsh ksh dash fc history ed red ex crontab at batch parallel
  run-parts scriptlive mix kotlin kotlinc rpm ssh-add guile racket sbcl ecl ccl clisp abcl mit-scheme scheme gosh csi
  gsi chibi-scheme clojure clj bb lein janet fennel hy raku perl6 octave octave-cli scilab scilab-cli maxima gp sage
  gnuplot matlab wolframscript gjs qjs qjsm d8 jsc jjs rhino txiki tjs zx ipython ipython3 jython micropython bpython
  ptpython xonsh irb pry jruby swipl gprolog yap scryer-prolog tarantool crystal nim v gforth bpftrace dtrace stap r2
  kak ftp tnftp mutt neomutt: -e x
php dpkg ranger weechat: -r x
npm: script-shell=x
psql mysql mariadb usql pgcli mycli litecli: '\\!x'
sqlite3: .shell
dc sbt lftp: '!x'
mongosh mongo ssh make gmake: --eval x
zip: -aTT x
openssl: engine
nmap: --script x
scp sftp mosh autossh: -F x
awk gawk mawk nawk mlr: 'system x'
gdb: -x x
lldb sem: -S x
less more: +x
man: -C x
hash: -p x
enable bind tmux: -f x
m4: -DX
rails: runner x
erl tcc: -run x
brew: sh x
java javaw: -javaagent:x
pacman: -U x
magick convert mogrify identify composite montage: '|x'
nm ar ld objdump objcopy ranlib strip: --plugin x
ssh-keygen: -D x
wget rsync: --config x
svn: --config-dir x
telnet: -8
mail mailx s-nail: -~ x
blender: --python x
gimp: -b x
`;

/** Variables that bring code, and a value with which they do. */
export const BRING_CODE = `
BASH_ENV SHELLOPTS BASHOPTS BASH_LOADABLES_PATH ZDOTDIR FPATH LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH
  OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES PYTHONSTARTUP PYTHONBREAKPOINT PYTHONHOME PYTHONINSPECT PYTEST_PLUGINS
  PERL5OPT PERL5DB PERL5SHELL RUBYOPT LUA_INIT NODE_REPL_EXTERNAL_MODULE ELECTRON_RUN_AS_NODE DOTNET_STARTUP_HOOKS
  CORECLR_PROFILER CORECLR_PROFILER_PATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER GIT_EXEC_PATH
  GIT_CONFIG_PARAMETERS GIT_TEMPLATE_DIR LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_SYSTEM LESSKEY_CONTENT VIMINIT
  EXINIT GVIMINIT VIMRUNTIME EMACSLOADPATH SCREENRC SYSSCREENRC RIPGREP_CONFIG_PATH WGETRC HGRCPATH PSQLRC MAKEFILES
  GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM: x
PROMPT_COMMAND SHELL FCEDIT EDITOR VISUAL PAGER BROWSER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH
  GIT_SSH_COMMAND GIT_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR MANPAGER
  LESSEDIT BAT_PAGER DELTA_PAGER SYSTEMD_PAGER SYSTEMD_EDITOR GH_EDITOR GH_PAGER GH_BROWSER GLAB_PAGER AWS_PAGER
  KUBE_EDITOR KUBECTL_EXTERNAL_DIFF PSQL_PAGER PSQL_EDITOR MYSQL_PAGER HGEDITOR HGMERGE SVN_EDITOR SVN_SSH SVN_MERGE
  CVS_RSH CVSEDITOR JJ_EDITOR RSYNC_RSH RSYNC_CONNECT_PROG TAR_RSH RSH CC CXX CPP LD AS AR FC M4 YACC LEX MAKE RANLIB
  STRIP PKG_CONFIG RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC FZF_DEFAULT_COMMAND
  FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND npm_config_script_shell npm_config_editor npm_config_shell npm_config_git
  MAKEFLAGS GNUMAKEFLAGS: $X
ENV: /x
PYTHONWARNINGS: a.b
PYTEST_ADDOPTS: -p
GOFLAGS: -exec
TAR_OPTIONS: --checkpoint-action=x
ZIPOPT: -TT
FZF_DEFAULT_OPTS: --preview=x
LESS: +x
JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS GRADLE_OPTS MAVEN_OPTS ANT_OPTS SBT_OPTS JAVA_OPTS: -javaagent:x
ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS: --eval=x
BUN_OPTIONS NODE_OPTIONS npm_config_node_options: --require=x
`;
