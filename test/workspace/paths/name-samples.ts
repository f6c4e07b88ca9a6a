/**
 * Paths that other programs obey, one for each name that is protected. Written down a second time, so that a test fails if a name is
 * removed from the lists in `src/workspace/paths/protected-names/`.
 */
export const PROTECTED_SAMPLES: Readonly<Record<string, string>> = {
  agents: `
  .mcp.json mcp.json .mcp/y .claude/y .claude.json .claude-plugin/y .cursor/y .cursorrules .codex/y .gemini/y
  .opencode/y opencode.json opencode.jsonc .opencode.json crush.json .crush.json .crush/y .config/crush/y .amp/y
  .config/amp/y .agents/y .agent/y .rules .roo/y .roomodes .roorules .roorules-x .kilocode/y .kilocodemodes
  .kilocoderules .kilo/y .cline/y .clinerules/y .kiro/y .amazonq/y .qwen/y .windsurf/y .windsurfrules .codeium/y
  .continue/y .continuerc.json .aider.conf.yml .aider.conf.yaml .aider.model.x .goose/y .goosehints .config/goose/y
  .copilot/y .github/hooks/y .github/agents/y .github/prompts/y .github/chatmodes/y .junie/y .trae/y .augment/y
  .augment-guidelines .openhands/y .factory/y .warp/y .tabnine/y .cody/y .sourcegraph/y .codebuddy/y .qoder/y
  .lingma/y .iflow/y .rovodev/y .vibe/y .grok/y .pi/y forge.yaml .forge/y .plandex/y .plandex-v2/y .void/y .pearai/y
  .antigravity/y claude_desktop_config.json cline_mcp_settings.json mcp_settings.json mcp_config.json mcp-config.json
  .github/lsp.json lsp-config.json .github/skills/y .aiassistant/y firebender.json .firebender/y codebuff.json
  .codebuff/y conductor.json gptme.toml .gptme/y .serena/y .zencoder/y .pochi/y .neovate/y .ruler/y .rulesync/y
  `,
  editors: `
  .vscode/y x.code-workspace .vscode-server/y .vs/y tasks.vs.json launch.vs.json .idea/y x.ipr x.iws .run/y .fleet/y
  .zed/y .config/zed/y .helix/y .config/helix/y x.sublime-project x.sublime-workspace .nova/y .theia/y .vimrc _vimrc
  .gvimrc _gvimrc .exrc _exrc .vim/y vimfiles/y .nvimrc .nvim.lua .nvim/y .config/nvim/y .lvimrc .projections.json
  .emacs .emacs.el .emacs.d/y .emacs.desktop .lapce/y .dir-locals.el .dir-locals-2.el .nanorc .kakrc .config/kak/y
  .devcontainer.json .devcontainer/y devfile.yaml .devfile.yaml devfile.yml .devfile.yml .gitpod.yml .gitpod/y .ona/y
  .replit replit.nix .idx/y .codesandbox/y .stackblitzrc .config/emacs/y .config/doom/y .doom.d/y .spacemacs
  .spacemacs.d/y .project .externaltoolbuilders/y .settings/y nbproject/y .bsp/y .bloop/y .ycm_extra_conf.py
  .vimspector.json .luarc.json .luarc.jsonc .merlin .lite_project.lua .kateproject .ideavimrc .obsidian/y .logseq/y
  .atom/y .pulsar/y
  `,
  interpreters: `
  sitecustomize.py usercustomize.py site-packages/x.pth dist-packages/x.pth pyvenv.cfg .pdbrc .pdbrc.toml .pythonrc
  .pythonrc.py .ipython/y .jupyter/y .gdbinit .gdbearlyinit x-gdb.gdb x-gdb.py .config/gdb/y .lldbinit .lldbinit-x
  lldbinit .radare2rc .config/radare2/y .config/frida/y .irbrc .pryrc .rdbgrc .byebugrc .tclshrc .wishrc .expect.rc
  .config/bpython/y .config/ptpython/y .rprofile .renviron rprofile.site .noderc .julia/config/y .ghci .ocamlinit
  .iex.exs .luainit .psqlrc .sqliterc .my.cnf .mongorc.js .mongoshrc.js .proverc .rdata .sbclrc .eclrc .clisprc .guile
  .racketrc .swiplrc .config/swi-prolog/y .utoprc .config/utop/y .ammonite/y .psysh.php .config/psysh/y .perldb
  .gnuplot gnuplotrc matplotlibrc .duckdbrc .usqlrc .valgrindrc .perfconfig .rizinrc
  `,
  pipelines: `
  .github/workflows/y .github/actions/y .forgejo/workflows/y .forgejo/actions/y .gitea/workflows/y .gitea/actions/y
  .gitlab-ci.yml .gitlab-ci.yaml x.gitlab-ci.yml .gitlab/ci/y .gitlab-ci/y .circleci/y .travis.yml .travis.yaml
  .travis/y azure-pipelines.yml azure-pipelines.yaml .azure-pipelines.yml azure-pipelines-x.yml azure-pipelines/y
  .azure-pipelines/y .azuredevops/y .vsts-ci.yml jenkinsfile jenkinsfile.x x.jenkinsfile .drone.yml .drone.yaml
  .drone.jsonnet .drone.star .woodpecker/y .woodpecker.yml .woodpecker.yaml bitbucket-pipelines.yml .buildkite/y
  buildkite.yml buildkite.yaml appveyor.yml .appveyor.yml .appveyor/y .cirrus.yml .cirrus.star .semaphore/y .build.yml
  .builds/y .teamcity/y .tekton/y cloudbuild.yaml cloudbuild.yml cloudbuild.json buildspec.yml buildspec.yaml
  codefresh.yml .codefresh/y x.gocd.yaml x.gocd.json bamboo-specs/y .harness/y .vela.yml .vela.yaml screwdriver.yaml
  bitrise.yml codemagic.yaml wercker.yml shippable.yml .scrutinizer.yml .onedev-buildspec.yml .space.kts .cnb.yml
  atlantis.yaml atlantis.yml .zuul.yaml zuul.yaml .zuul.d/y zuul.d/y .prow.yaml .prow/y .taskcluster.yml
  .evergreen.yml .evergreen/y codeship-steps.yml codeship-services.yml buddy.yml .buddy/y ci_scripts/y .bazelci/y
  .expeditor/y .kokoro/y .pipelines/y
  `,
  shells: `
  .bashrc .bash_profile .bash_login .bash_logout .profile .bash_aliases .bash_completion .bash_completion.d/y
  .bashrc.d/y .zshrc .zshenv .zprofile .zlogin .zlogout .zsh/y .kshrc .mkshrc .shrc .shinit .cshrc .tcshrc .login
  .logout .config/fish/y .config/nushell/y .config/elvish/y .xonshrc .config/powershell/y x_profile.ps1 profile.ps1
  .inputrc .envrc .direnvrc .direnv/y .config/direnv/y .screenrc .tmux.conf .config/tmux/y .lesskey .lessfilter
  .config/lesskey .xinitrc .xprofile .xsession .xsessionrc .xserverrc .pam_environment .config/environment.d/y crontab
  cron.d/y cron.hourly/y cron.daily/y cron.weekly/y cron.monthly/y .config/systemd/y .config/autostart/y
  launchagents/y launchdaemons/y .mailcap .procmailrc .forward .ssh/y .gnupg/y .oh-my-zsh/y .p10k.zsh .zpreztorc
  .zimrc starship.toml .autoenv .autoenv.zsh .autoenv_leave.zsh .shadowenv.d/y .rvmrc .phpbrewrc .rbenv-vars
  .selected_editor .rhosts .shosts .k5login .xresources .xdefaults .xbindkeysrc .config/i3/y .i3/y .config/sway/y
  .config/hypr/y .wezterm.lua .config/wezterm/y .config/kitty/y .config/alacritty/y .config/ghostty/y .hyper.js
  .local/bin/y .local/share/applications/y .local/share/dbus-1/y .local/share/systemd/y
  `,
  tools: `
  .bazelrc .bazeliskrc tools/bazel .buckconfig .buckconfig.local ansible.cfg .ansible.cfg .erlang .octaverc php.ini
  .user.ini .actrc autorun.inf desktop.ini .npmrc .yarnrc .yarnrc.yml .yarn/y .pnp.cjs .pnp.js .pnp.loader.mjs
  .pnpmfile.cjs .pnpmfile.mjs .pnpmfile.js bunfig.toml .bunfig.toml .cargo/config .cargo/config.toml pip.conf pip.ini
  .pip/y .config/pip/y .condarc condarc .mambarc .pydistutils.cfg pydistutils.cfg .luarocks/y .lein/y .leinrc
  profiles.clj .mill-jvm-opts .bundle/y .gemrc .mvn/y .mavenrc .m2/y gradle-wrapper.properties gradle-wrapper.jar
  .gradle/init.gradle .gradle/init.d/y .sbtopts .jvmopts .sbtrc nuget.config .nuget/y .config/dotnet-tools.json
  .config/go/y .homebrew/y .config/homebrew/y rust-toolchain rust-toolchain.toml .tool-versions .asdfrc mise.toml
  mise.x.toml .mise.toml .mise.x.toml .mise/y .config/mise/y .config/mise.toml mise/config.toml .python-version
  .python-versions devbox.json devenv.nix devenv.yaml .devenv/y .flox/y .prototools .moon/y aqua.yaml .aqua.yaml
  aqua/aqua.yaml .rtx.toml .asdf/y .pyenv/y .rbenv/y .nvm/y .volta/y .sdkman/y .deno/bin/y .bun/bin/y .fvm/y .fvmrc
  global.json .corepack.env .pdm-python .pdm.toml .cargo/bin/y .cargo/env .plzconfig .plzconfig.x .bazelversion
  .pants.rc .buckjavaargs .config/nix/y nix.conf .ripgreprc ripgreprc .ackrc _ackrc .curlrc _curlrc .wgetrc
  .docker/config.json .docker/cli-plugins/y .config/gh/y .aws/config .kube/config .latexmkrc latexmkrc
  .config/httpie/y yt-dlp.conf .config/yt-dlp/y .jq .globalrc gtags.conf texmf.cnf login.sql glogin.sql .wp-cli/y
  wp-cli.yml wp-cli.local.yml .ddev/y .lando.yml .lando.local.yml .chef/y saltfile .muttrc .mutt/y .config/mutt/y
  .neomuttrc .config/neomutt/y .newsboat/y .lftprc .lftp/y .telnetrc .wireshark/y .config/wireshark/y .msf4/y
  `,
  "version control": `
  .git/y head git~1/y gitmod~x gi7eba~x gitatt~x gi7d29~x .gitconfig .config/git/y .gitmodules .gitattributes
  .githooks/y .git-hooks/y .hg/y .hgrc .hgsub .jj/y .jjconfig.toml .config/jj/y .svn/y .subversion/y .sl/y .slconfig
  .bzr/y .pijul/y .fslckout _fossil_ _darcs/y .husky/y .huskyrc .huskyrc.x .pre-commit-config.yaml
  .pre-commit-config.yml .pre-commit-hooks.yaml lefthook.x .lefthook.x lefthook-local.x .lefthook-local.x .lefthook/y
  .lintstagedrc .lintstagedrc.x lint-staged.config.x .simple-git-hooks.x simple-git-hooks.x .overcommit.yml
  .overcommit/y captainhook.json .cargo-husky/y rusty-hook.toml .rusty-hook.toml grumphp.yml grumphp.yml.dist
  prek.toml hk.pkl .nano-staged.x nano-staged.x .trunk/y .qlty/y .arcconfig .arclint .reviewboardrc .p4config
  p4config.txt .gitk .tigrc .config/tig/y .lazygit.yml .config/lazygit/y
  `,
};

/** Secret files, one for each name in `src/workspace/paths/secret-names/`, written down a second time. */
export const SECRET_SAMPLES = `
  .env .env.x .env-x .env_x x.env x.env.local .envrc .envrc.x .dev.vars .dev.vars.x .secrets .secrets.x secrets.json
  secrets.yaml secrets.yml secrets.toml secrets.ini secrets.properties usersecrets/y credentials credentials.x
  .credentials .credentials.x .aws/y client_secretx.json gha-creds-x.json .config/gcloud/y
  application_default_credentials.json service-accountx.json service_accountx.json serviceaccountx.json .azure/y
  .oci/y .aliyun/y .config/doctl/y .config/hcloud/y .ssh/y id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk
  ssh_host_x_key .gnupg/y secring.x .password-store/y .config/sops/y .age/y x.key x.pem x.p12 x.pfx x.jks x.keystore
  x.p8 x.pkcs12 x.jceks x.bks x.bcfks x.snk x.pvk x.pk8 x.agekey x.keytab krb5cc_x x.keychain x.keychain-db
  firebase-adminsdk-x.json x-firebase-adminsdk-x.json local.settings.json admin.conf kubeconfig.yaml kubeconfig.yml
  x.tfplan .sentryclirc kaggle.json .ngrok2/y .config/ngrok/y .config/stripe/y .huggingface/y logins.json
  signons.sqlite cookies.sqlite .bash_history .zsh_history .python_history .node_repl_history .psql_history
  .mysql_history x.ppk x.kdbx x.kdb .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .pypirc .htpasswd htpasswd
  .git-credentials .vault-token .vault-pass .vault_pass .vault_pass.txt .vault_password .vault-password vault_pass.txt
  secrets.x.yaml secrets.x.yml secrets.x.json rootkey.csv xaccesskeys.csv x_credentials.csv key.properties
  keystore.properties x.publishsettings x.1pux token.json token.pickle .docker/config.json .dockercfg
  .dockerconfigjson containers/auth.json .kube/y kubeconfig x.kubeconfig kubeconfig-x .config/gh/y .config/hub
  .config/glab-cli/y .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml
  .gradle/gradle.properties .composer/auth.json .config/composer/auth.json .terraformrc terraform.rc .terraform.d/y
  x.tfstate x.tfstate.backup x.tfvars x.tfvars.json .codex/auth.json opencode/auth.json .s3cfg rclone.conf
  .mc/config.json .boto .fly/y .config/netlify/y .databrickscfg .snowsql/y .snowflake/y .fetchmailrc .msmtprc .mailrc
  .local/share/keyrings/y library/keychains/y kwalletd/y .mozilla/y key3.db key4.db wallet.dat .ethereum/keystore/y
  .config/solana/y .bitcoin/y oauth_creds.json .config/github-copilot/y huggingface/token huggingface/stored_tokens
  .config/linode-cli .vultr-cli.yaml .config/scw/y .civo.json .cloudflared/y .wrangler/config/y .argocd/y
  .config/argocd/y helm/registry/config.json helm/repositories.yaml .config/configstore/y .config/tea/y .twilio-cli/y
  .expo/state.json .wakatime.cfg .authinfo .authinfo.x .offlineimaprc .mbsyncrc .pg_service.conf .odbc.ini cwallet.sso
  credentials-config.json .duckdb/stored_secrets/y .databricks/token-cache.json .supabase/access-token
  .rediscli_history .sqlite_history fish_history .config/google-chrome/y .config/chromium/y .config/bravesoftware/y
  .near-credentials/y .aptos/y .foundry/keystores/y .brownie/accounts/y .secret .purple/y wg0.conf x.ovpn
  .clasprc.json .modal.toml .railway/config.json com.vercel.cli/auth.json .cf/config.json .bluemix/config.json
  clouds.yaml clouds.yml .config/openstack/y .config/pypoetry/auth.toml .hex/hex.config .passwd-s3fs passwd-s3fs
  .cdsapirc .ecmwfapirc .transifexrc .config/borg/keys/y .config/microsoft-edge/y .config/vivaldi/y .thunderbird/y
`;

/** Files that look like secrets but are none, one for each name that is readable. */
export const READABLE_SAMPLES = `
  .env.example .env.sample .env.template .env.dist .env.defaults .envrc.example .envrc.sample .envrc.template
  .envrc.dist .env.x.example .env.x.sample .env.x.template .env.x.dist .env-example .env-sample .env-template
  .env-dist .env_example .env_sample example.env sample.env template.env x.example.env x.sample.env x.template.env
  x-example.env x-sample.env x_example.env credentials.examplex credentials.samplex credentials.templatex
  x.tfvars.example secrets.example.x secrets.sample.x .secrets.example.x x.pub .ssh/config .ssh/known_hosts
  .ssh/authorized_keys .kube/x.md credentials.c credentials.x.c credentials.cpp credentials.x.cpp credentials.cs
  credentials.x.cs credentials.go credentials.x.go credentials.h credentials.x.h credentials.java credentials.x.java
  credentials.js credentials.x.js credentials.jsx credentials.x.jsx credentials.kt credentials.x.kt credentials.md
  credentials.x.md credentials.mjs credentials.x.mjs credentials.php credentials.x.php credentials.py credentials.x.py
  credentials.rb credentials.x.rb credentials.rs credentials.x.rs credentials.rst credentials.x.rst credentials.scala
  credentials.x.scala credentials.svelte credentials.x.svelte credentials.swift credentials.x.swift credentials.ts
  credentials.x.ts credentials.tsx credentials.x.tsx credentials.vue credentials.x.vue
`;
