/** Options with which a program runs or writes something, after the program and its subcommand (`git+clone`). */
export const UNREMEMBERED = `
frobnicate: --exec --execpath --execarg --execargv --toolexec --vettool --command --filter --plugin --plugins
  --plugindir --output --outputfile --outputdir --outputdirectory --outfile --outdir --out --uploadpack --receivepack
  --extdiff --textconv --openfilesinpager --config --configfile --configpath --configenv --configsettings --rcfile
  --initfile --initscript --prefix --cwd --chdir --directory --workingdir --projectdir --project --rootdir --root
  --manifestpath --targetdir --artifactdir --gitdir --worktree --file --makefile --script --scriptshell --nodeoptions
  --require --import --loader --pre --tocommand --checkpointaction --usecompressprogram --rsh --shell --eval --target
  --runner --wrapper --userconfig --globalconfig --registry --index --indexurl --extraindexurl --logfile --template
  --editor --pager --interpreter --python --pythonexecutable --settings --toolchain
git: --extcmd --smtpserver --tocmd --cccmd --sendmailcmd --separategitdir --reference --recursesubmodules
  --unsafepaths --strategy -O -o
git+clone: -u -c
git+merge git+pull git+rebase: -s
npm pnpm yarn: --call --dir --ignorescripts --modulesfolder --viewer --browser --onloadscript --initmodule --pnpmfile
  --globalpnpmfile --shellemulator --usenodeversion --storedir --modulesdir --virtualstoredir --globaldir
  --globalfolder --lockfiledir --useyarnrc -C -c
bun: --call --dir --ignorescripts --preload --tsconfigoverride --reporteroutfile --coveragedir --envfile --inspect
  --inspectbrk --inspectwait --define --cafile -C -c -r
cargo rustup: --outdir --lockfilepath -Z -C
go: --o --c --overlay --modfile --ldflags --gcflags --asmflags --gccgoflags --compiler --pkgdir --coverprofile
  --cpuprofile --memprofile --blockprofile --mutexprofile --trace --fuzzcachedir
pip pip3 conda: --src --editable --globaloption --buildoption --findlinks --report --clientcert --keyringprovider -t
  -i -e -f -C
uv poetry: --src --editable --globaloption --buildoption --findlinks --envfile --defaultindex -t -i -e -f -C -P -p
gradle: --includebuild --buildfile --settingsfile --systemprop --projectprop --gradleuserhome --projectcachedir -I -p
  -b -c -D -P -g
mvn: --globalsettings --toolchains --globaltoolchains --define --builder -f -s -l -D -t -b
dotnet: --property --testadapterpath --collect --diag --resultsdirectory --artifactspath -o -p -a -l -s -d
pytest: --confcutdir --overrideini --pdb --pdbcls --basetemp --junitxml --importmode --resultlog --trace --debug
  --covconfig --covreport --pastebin --html -p -c -o -W
tox: --override --resultjson --devenv --discover --workdir -p -c -o -x
eslint: --rulesdir --parser --resolvepluginsrelativeto --format --fix --cachefile --cachelocation -c -f -o
prettier: --write --cachelocation --parser --pluginsearchdir -w
tsc: --build --declarationdir --tsbuildinfofile --generatetrace --generatecpuprofile -p -b
vitest jest: --globalsetup --globalteardown --setupfiles --setupfilesafterenv --reporter --reporters --testenvironment
  --environment --env --transform --dir --testrunner --resolver --watchplugins --preset --coveragedirectory
  --modulepaths --moduledirectories --modulenamemapper --testsequencer --snapshotserializers --snapshotresolver
  --prettierpath --roots --projects --testresultsprocessor --dependencyextractor --haste --globals --cachedirectory
  --workerthreads --pool --pooloptions --provider --customprovidermodule --reportsdirectory --snapshotenvironment
  --sequencer --cachedir --attachmentsdir --diff --alias --configloader --workspace --checker --executablepath
  --resolvesnapshotpath --deps --server --api --ui -c -r
ruff mypy black: --fix --cachedir --installtypes --shadowfile --htmlreport --xmlreport --txtreport --linecountreport
  --customtypingmodule --customtypesheddir --junitxml --anyexprsreport --lineprecisionreport --linecoveragereport
  --coberturaxmlreport --xslthtmlreport --xslttxtreport --pythoncellmagics -c -o
terraform pulumi helm: --varfile --postrenderer --cloneconfig --state --stateout --backup --backendconfig
  --generateconfigout --lockfile --frommodule --kubeconfig --repositoryconfig --registryconfig --setfile
cmake bazel: --rununder --workspacestatuscommand --bazelrc --overriderepository --overridemodule --actionenv
  --hostactionenv --testenv --repoenv --clientenv --hostjvmargs --testarg --scriptpath --spawnstrategy --strategy
  --shellexecutable --pythonpath --pythontop --credentialhelper --remotecache --remoteexecutor --sandboxwritablepath
  --sandboxaddmountpair --profile --buildeventjsonfile --buildeventbinaryfile --buildeventtextfile --outputbase
  --outputuserroot --crosstooltop --javalauncher --coverageoutputgenerator --coveragereportgenerator -P -E -D -G -C
nx turbo: --rootturbojson --cachedir --api --login --token --profile --trace --heap --graph --executor --outputpath
  --cachedirectory --webpackconfig --customwebpackconfig --tsconfig -P -E -D -G -C
bundle gem: --gemfile --installdir --bindir --buildroot --source --path --binstubs --shebang --envshebang
  --trustpolicy --libdir -r -f -I -d -e -i -n -g -P
rails rake: --rakefile --libdir --rakelibdir --execute --executeprint --executecontinue -r -f -I -d -e -R -E -p -g
mix composer: --libdir --formatter --exportcoverage --archivespath --pa --pz --erl -r -f -I -d -e
brew apt apt-get: --option -o -c
systemctl: --host --machine --image -o -c -H -M
vercel netlify firebase: --localconfig --globalconfig --buildenv -A -Q -b
aws gcloud az gh: --endpointurl --cliinputjson --cliinputyaml --hostname --cabundle --web --browser --recover -w
gh+api: --method --field --rawfield --input -X -f -F
`;

/** Commands and a path that each of them writes. */
export const WRITES = `
husky init > .husky/pre-commit
husky install > .husky/pre-commit
husky add > .husky/pre-commit
husky set > .husky/pre-commit
lefthook install > .git/hooks/pre-commit
lefthook add > .git/hooks/pre-commit
lefthook init-templatedir > .git/hooks/pre-commit
pre-commit install > .git/hooks/pre-commit
pre-commit add > .git/hooks/pre-commit
pre-commit init-templatedir > .git/hooks/pre-commit
prek install > .git/hooks/pre-commit
prek add > .git/hooks/pre-commit
prek init-templatedir > .git/hooks/pre-commit
simple-git-hooks install > .git/hooks/pre-commit
simple-git-hooks add > .git/hooks/pre-commit
simple-git-hooks init-templatedir > .git/hooks/pre-commit
captainhook install > .git/hooks/pre-commit
captainhook add > .git/hooks/pre-commit
captainhook init-templatedir > .git/hooks/pre-commit
asdf local > .tool-versions
asdf set > .tool-versions
mise use > mise.toml
mise u > mise.toml
mise set > mise.toml
mise unuse > mise.toml
mise unset > mise.toml
mise local > mise.toml
rtx use > mise.toml
rtx u > mise.toml
rtx set > mise.toml
rtx unuse > mise.toml
rtx unset > mise.toml
rtx local > mise.toml
pyenv local > .python-version
uv python pin > .python-version
devbox init > devbox.json
devbox add > devbox.json
devbox rm > devbox.json
devbox update > devbox.json
devenv init > devenv.nix
devenv init > .envrc
direnv edit > .envrc
npm config set --location=project > .npmrc
npm config edit --location=project > .npmrc
npm set --location=project > .npmrc
npm c set --location=project > .npmrc
npm config delete --location=project > .npmrc
pnpm config set --location=project > .npmrc
pnpm config edit --location=project > .npmrc
pnpm set --location=project > .npmrc
pnpm c set --location=project > .npmrc
pnpm config delete --location=project > .npmrc
yarn config set > .yarnrc.yml
yarn config unset > .yarnrc.yml
yarn set version > .yarnrc.yml
yarn set resolution > .yarnrc.yml
yarn plugin import > .yarnrc.yml
yarn plugin remove > .yarnrc.yml
yarn policies set-version > .yarnrc.yml
bundle config > .bundle/config
bundler config > .bundle/config
gradle wrapper > gradle/wrapper/gradle-wrapper.properties
gradle init > gradle/wrapper/gradle-wrapper.properties
gradlew wrapper > gradle/wrapper/gradle-wrapper.properties
gradlew init > gradle/wrapper/gradle-wrapper.properties
mvn wrapper:wrapper > .mvn/wrapper/maven-wrapper.properties
mvnw wrapper:wrapper > .mvn/wrapper/maven-wrapper.properties
dotnet new tool-manifest > .config/dotnet-tools.json
dotnet new tool-manifest > nuget.config
dotnet new tool-manifest > global.json
dotnet new tool-manifest > .gitattributes
dotnet new nugetconfig > .config/dotnet-tools.json
dotnet new nugetconfig > nuget.config
dotnet new nugetconfig > global.json
dotnet new nugetconfig > .gitattributes
dotnet new globaljson > .config/dotnet-tools.json
dotnet new globaljson > nuget.config
dotnet new globaljson > global.json
dotnet new globaljson > .gitattributes
dotnet new gitattributes > .config/dotnet-tools.json
dotnet new gitattributes > nuget.config
dotnet new gitattributes > global.json
dotnet new gitattributes > .gitattributes
hg init > .hg/hgrc
jj git init > .jj/repo
jj init > .jj/repo
jj config set > .jj/repo
jj config edit > .jj/repo
claude mcp > .mcp.json
claude mcp > .claude/settings.json
claude config > .mcp.json
claude config > .claude/settings.json
claude plugin > .mcp.json
claude plugin > .claude/settings.json
gemini mcp > .gemini/settings.json
gemini extensions > .gemini/settings.json
qwen mcp > .gemini/settings.json
qwen extensions > .gemini/settings.json
git merge-file y z b > y
git mv y z > y
git rm y z > y
git checkout y z > y
git restore y z > y
git restore y z > y
git bundle create y z > y
git interpret-trailers --in-place y z > y
git mailinfo y z > y
git pack-objects y z > y
git cvsexportcommit y z > y
git init z > z/.git
git init --bare z > z/HEAD
git init-db z > z/.git
git init-db --bare z > z/HEAD
git worktree add z > z/.git
git worktree move z > z/.git
git worktree repair z > z/.git
git submodule add > .gitmodules
git submodule set-url > .gitmodules
git submodule set-branch > .gitmodules
git submodule init > .git/modules
git submodule update > .git/modules
git submodule sync > .git/modules
git submodule deinit > .git/modules
git submodule absorbgitdirs > .git/modules
git submodule foreach > .git/modules
git config a b > .git/config
git config a b > .git/config
git config unset > .git/config
git config remove-section > .git/config
git config rename-section > .git/config
git config edit > .git/config
git lfs install > .git/hooks
git lfs install > .gitattributes
git lfs update > .git/hooks
git lfs update > .gitattributes
git lfs track > .git/hooks
git lfs track > .gitattributes
git maintenance start > .git/config
git maintenance register > .git/config
`;

/** Commands that change files whose names only an archive, a patch, a server or a repository shows. */
export const CHANGES_UNKNOWN = `
tar x
bsdtar x
gtar x
star x
unzip x
bsdunzip x
cpio -i x
bsdcpio -i x
pax -i x
7z x
7za x
7zr x
7zz x
rar x
unrar x
lha x
jar x
ar x
unar x
aunpack x
unace x
cabextract x
unsquashfs x
innoextract x
uudecode x
patool x
expand-archive x
atool -xf x
als -xf x
acat -xf x
ditto -xf x
dpkg -x x
dpkg-deb -x x
python zipfile x
python2 zipfile x
python3 zipfile x
gunzip -N x
gzip -N x
patch -i x
git apply x
git am x
git quiltimport x
git checkout x
git switch x
git merge x
git pull x
git rebase x
git cherry-pick x
git revert x
git checkout-index x
git sparse-checkout x
git filter-branch x
git svn x
git p4 x
git cvsimport x
git bisect x
git clone x
git reset --hard
git read-tree -u x
git stash pop
git subtree add x
git clean x
rsync -a h:x .
scp -a h:x .
curl -J x
wget -i x
gh clone x
glab clone x
tea clone x
hg clone x
jj clone x
svn checkout x
degit x
tiged x
giget x
cookiecutter x
copier x
aws sync s3:x .
gsutil sync s3:x .
gcloud sync s3:x .
az sync s3:x .
rclone sync s3:x .
mc sync s3:x .
s3cmd sync s3:x .
s5cmd sync s3:x .
`;

/** Programs and the use of their operands in `PROGRAM v w/x y/z`. */
export const USES_OPERANDS = `
cat tac nl rev less more most bat batcat wc stat file ls dir vdir tree du df readlink realpath md5sum sha1sum
  sha224sum sha256sum sha384sum sha512sum b2sum cksum sum od hexdump hd strings base64 base32 diff cmp comm paste cut
  sort join fold fmt expand unexpand column cd chdir view zcat bzcat xzcat gunzip unzip iconv csplit source . cygpath
  type get-content gc open xdg-open head tail grep egrep fgrep zgrep rg ag ack ugrep awk gawk mawk jq yq: w/x=read
  y/z=read
sed: w/x=read y/z=read
rm rmdir unlink shred srm trash del erase rd: w/x=delete y/z=delete
mkdir touch tee truncate mkfifo mknod mktemp fallocate chattr setfacl patch ed ex vi vim nvim nano emacs chmod chown
  chgrp chcon ln link: w/x=write y/z=write
xxd split uniq install cp rsync copy xcopy robocopy ditto: w/x=read y/z=write
mv move ren rename: w/x=delete y/z=write
`;

/** Commands that print, pack or copy the content of a folder. */
export const READS_FOLDERS = `
rg --zzz x
rga --zzz x
ag --zzz x
ack --zzz x
ugrep --zzz x
ug --zzz x
pt --zzz x
sift --zzz x
semgrep --zzz x
ast-grep --zzz x
sg --zzz x
grep --zzz x
egrep --zzz x
fgrep --zzz x
zgrep --zzz x
bzgrep --zzz x
xzgrep --zzz x
rgrep --zzz x
pcregrep --zzz x
fd --zzz x
fdfind --zzz x
tree --zzz x
du --zzz x
cloc --zzz x
tokei --zzz x
scc --zzz x
ls --zzz x
dir --zzz x
vdir --zzz x
diff --zzz x
cp --zzz x
rsync --zzz x
scp --zzz x
tar --zzz x
bsdtar --zzz x
gtar --zzz x
pax --zzz x
zip --zzz x
7z --zzz x
7za --zzz x
7zr --zzz x
rar --zzz x
ditto --zzz x
robocopy --zzz x
xcopy --zzz x
install --zzz x
git grep --zzz x
git diff --zzz x
git show --zzz x
git log --zzz x
git archive --zzz x
git bundle --zzz x
git annotate --zzz x
git blame --zzz x
git cat-file --zzz x
git fast-export --zzz x
git format-patch --zzz x
git difftool --zzz x
git diff-tree --zzz x
git diff-index --zzz x
git diff-files --zzz x
git range-diff --zzz x
git whatchanged --zzz x
`;
