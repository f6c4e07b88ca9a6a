import { describe, expect, it } from "vitest";
import { judge, loadCommandReader, suggestRules } from "../../../src/permissions/index.js";
import { allow, call, rulesOf } from "../judging.js";

const readCommand = await loadCommandReader();
const request = (command: string) => call("Bash", { command });
const suggested = (command: string) => suggestRules(request(command), { readCommand });

/** Options that run a program, read other configuration or write a file, each with the plain call that a rule was suggested for. */
const DANGEROUS = [
  ["git grep x", "git grep -Osh x"],
  ["git grep x", "git grep -iO x"],
  ["git grep x", "git grep --open-files-in-pager=sh x"],
  ["git grep x", "git grep --open-files=sh x"],
  ["git clone a b", "git clone --upload-pack=sh a b"],
  ["git clone a b", "git clone --upload-p sh a b"],
  ["git clone a b", "git clone --config core.fsmonitor=sh a"],
  ["git clone a b", "git clone --template=x a"],
  ["git clone a b", "git clone -u sh a b"],
  ["git clone a b", "git clone -c core.sshCommand=sh a b"],
  ["git clone a b", "git clone ext::sh"],
  ["git fetch origin", "git fetch ext::sh"],
  ["git merge x", "git merge -s x y"],
  ["git pull", "git pull --strategy=x"],
  ["git archive HEAD", "git archive -o ../x HEAD"],
  ["npm install", "npm install --viewer=sh"],
  ["pnpm install", "pnpm install --config.script-shell=sh"],
  ["pnpm install", "pnpm install --pnpmfile=x"],
  ["bun test", "bun test --preload ./x"],
  ["bun test", "bun test -r ./x"],
  ["go test x", "go test -test.coverprofile=../x x"],
  ["pytest -q", "pytest -W x.y"],
  ["tox", "tox -x testenv.commands=sh"],
  ["vitest", "vitest --coverage.provider=x"],
  ["vitest", "vitest --poolOptions.forks.execArgv=x"],
  ["jest", "jest --testSequencer=x"],
  ["mypy src", "mypy --any-exprs-report x src"],
  ["gradle test", "gradle test --project-prop x"],
  ["mvn test", "mvn test --define x=y"],
  ["dotnet build", "dotnet build -p:x=y"],
  ["dotnet build", "dotnet build /logger:x"],
  ["dotnet build", "dotnet build @x"],
  ["terraform plan", "terraform plan -generate-config-out=x"],
  ["bazel build x", "bazel build --shell_executable=sh x"],
  ["bazel build x", "bazel build --experimental_x=y x"],
  ["rake test", "rake test --execute=x"],
  ["gem install x", "gem install --bindir ../x x"],
  ["gh api x", "gh api x -X POST"],
  ["gh api x", "gh api x --raw-field a=b"],
  ["git fetch origin", "git fetch --upload-pack sh origin"],
  ["git push origin", "git push --receive-pack=sh origin"],
  ["git push origin", "git push --exec=sh origin"],
  ["git archive HEAD", "git archive --output=../x HEAD"],
  ["git log -3", "git log --output=x -3"],
  ["git log -3", "git log --outp=x -3"],
  ["git diff a b", "git diff --ext-diff a b"],
  ["git diff a b", "git diff --textconv a b"],
  ["go test x", "go test -exec sh x"],
  ["go test x", "go test -exec=sh x"],
  ["go test x", "go test -toolexec sh x"],
  ["go build x", "go build -o ../x"],
  ["go vet x", "go vet -vettool=x"],
  ["npm test", "npm test --script-shell=sh"],
  ["npm install", "npm install --prefix ../x"],
  ["npm ci", "npm ci --node-options=--require=x"],
  ["npm test", "npm test -- --config x"],
  ["cargo build", "cargo build --config x.toml"],
  ["cargo test", "cargo test --manifest-path ../x"],
  ["cargo build", "cargo build --target-dir=../x"],
  ["eslint src", "eslint --plugin x src"],
  ["eslint src", "eslint -c x src"],
  ["eslint src", "eslint --output-file x src"],
  ["eslint src", "eslint --rulesdir x src"],
  ["prettier a", "prettier --plugin=x a"],
  ["pytest x", "pytest -p x"],
  ["pytest x", "pytest -c x"],
  ["pytest x", "pytest --rootdir=../x"],
  ["jest x", "jest --globalSetup x"],
  ["vitest run", "vitest run --global-setup=x"],
  ["tsc", "tsc --outDir ../x"],
  ["gradle build", "gradle build --init-script x"],
  ["gradle build", "gradle build -I x"],
  ["mvn test", "mvn test -f ../x"],
  ["pip install x", "pip install --target=../x x"],
  ["pip install x", "pip install -t ../x x"],
  ["pip install x", "pip install --index-url http://x x"],
  ["terraform plan", "terraform plan -out=../x"],
] as const;

describe("a suggested rule", () => {
  it.each(DANGEROUS)("suggested for %s does not cover %s", (plain, dangerous) => {
    const rules = suggested(plain);
    const judged = judge(request(dangerous), rulesOf(rules), { readCommand });
    expect(judged.verdict).toBe("ask");
    // The rules of a session are not wider.
    expect(judge(request(dangerous), rulesOf("default", { grants: rules }), { readCommand }).verdict).toBe(
      "ask",
    );
  });

  it.each(DANGEROUS.map(([, dangerous]) => dangerous))(
    "a suggested rule is not offered for %s",
    (dangerous) => {
      expect(suggested(dangerous)).toEqual([]);
    },
  );

  it.each([
    ["git push origin main", "git push -u origin topic"],
    ["git commit -m x", "git commit -am 'more words'"],
    ["git log -3", "git log --oneline --no-ext-diff --color -5"],
    ["git fetch origin", "git fetch --all --prune"],
    ["npm test", "npm test -- --watch"],
    ["npm run dev", "npm run dev -- --port 1"],
    ["cargo build", "cargo build --release --features x"],
    ["cargo test", "cargo test --workspace -- --nocapture"],
    ["pytest -x", "pytest -vv -k name tests/test_a.py"],
    ["eslint src", "eslint --max-warnings=0 src test"],
    ["go test ./...", "go test -v -run TestX -count=1 ./..."],
    ["vitest run", "vitest run test/a.test.ts"],
    ["tsc", "tsc --noEmit"],
    ["jest", "jest --coverage"],
    ["vitest", "vitest --run"],
    ["git push origin", "git push -u origin x"],
  ])("suggested for %s covers %s", (plain, other) => {
    const rules = suggested(plain);
    expect(rules).not.toEqual([]);
    expect(judge(request(plain), rulesOf(rules), { readCommand }).verdict).toBe("allow");
    expect(judge(request(other), rulesOf(rules), { readCommand }).verdict).toBe("allow");
  });

  it.each([
    "git config core.pager x",
    "git config alias.x y",
    "git difftool a",
    "go generate x",
    "cargo install x",
  ])("a suggested rule is not offered for programs that run anything: %s", (command) => {
    expect(suggested(command)).toEqual([]);
  });
});

describe("a rule of the host", () => {
  it("covers an option that it names", () => {
    const rules = rulesOf([allow({ command: "cargo build --config ci.toml *" })]);
    const verdictOf = (command: string) => judge(request(command), rules, { readCommand }).verdict;
    expect(verdictOf("cargo build --config ci.toml --release")).toBe("allow");
    expect(verdictOf("cargo build --config ci.toml --target-dir=../x")).toBe("ask");
  });

  it("covers all options if it allows every action of a program", () => {
    const rules = rulesOf([allow({ command: "cargo *" }), allow({ command: "mytool *" })]);
    for (const command of ["cargo build --config x", "mytool --output x", "mytool -o x"]) {
      expect(judge(request(command), rules, { readCommand }).verdict, command).toBe("allow");
    }
  });
});

describe("subcommands that run their words", () => {
  it.each([
    "npm create vite",
    "npm pkg set scripts.test=x",
    "npm config set script-shell x",
    "npm explore a -- sh",
    "pnpm create vite",
    "pnpm config set script-shell x",
    "yarn create vite",
    "yarn node x.js",
    "yarn config set script-shell x",
    "bun pm pkg set scripts.test=x",
    "conda run -n a sh",
    "heroku run sh",
    "heroku run:detached sh",
    "rustup run stable sh",
    "go env -w GOFLAGS=-exec=x",
    "rails runner x.rb",
    "mix run x.exs",
    "mix cmd sh",
    "composer exec sh",
    "gem exec x",
    "dotnet exec x.dll",
    "dotnet fsi x.fsx",
    "dotnet tool run x",
    "nx exec -- sh",
    "flyctl ssh console",
    "netlify dev:exec sh",
    "firebase emulators:exec sh",
    "gcloud compute ssh host",
    "gh codespace ssh host",
    "aws ssm start-session",
    "bazel run x",
  ])("suggests no rule for %s", (command) => {
    expect(suggested(command)).toEqual([]);
  });

  it("still suggests rules for the other subcommands of these programs", () => {
    for (const command of ["npm install", "conda install x", "go test x", "gh pr list", "dotnet build"])
      expect(suggested(command), command).toHaveLength(1);
  });

  it("does not cover a goal of another plug-in with the rule for a phase of Maven", () => {
    const rules = rulesOf(suggested("mvn test"));
    expect(judge(request("mvn test -q"), rules, { readCommand }).verdict).toBe("allow");
    expect(judge(request("mvn test exec:exec"), rules, { readCommand }).verdict).toBe("ask");
  });
});
