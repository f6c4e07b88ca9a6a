import type { ProjectProgram } from "../project-program.js";

/** Build systems and test programs for the JVM, .NET, Ruby, PHP and Elixir. */
export const MANAGED: readonly ProjectProgram[] = [
  {
    names: "gradle ./gradlew",
    source: "Gradle user manual, Command-Line Interface",
    actions: [
      {
        names:
          "clean test check build assemble classes testClasses jar lint ktlintCheck ktlintFormat detekt spotlessCheck spotlessApply compileJava " +
          "compileKotlin compileTestJava compileTestKotlin javadoc",
        operands: "actions",
        options:
          "--info --debug --stacktrace -s -i -q --quiet -w --warn --no-daemon --daemon --offline --parallel --continue --rerun-tasks " +
          "--build-cache --no-build-cache --configuration-cache --no-configuration-cache -x=name --exclude-task=name --tests=text " +
          "--console=name --warning-mode=name --max-workers=text",
      },
    ],
  },
  {
    names: "mvn ./mvnw",
    source: "Maven documentation, Maven CLI Options and Lifecycle Reference",
    marker: "pom.xml",
    singleDash: true,
    before:
      "-q -B -o -e -X -U -T=text -pl=text -am -amd -ntp -fae -ff -fn -Dtest=text -DskipTests -Dmaven.test.skip --batch-mode --quiet --offline " +
      "--no-transfer-progress --fail-at-end --also-make",
    actions: [
      {
        names:
          "clean validate compile test-compile test package verify spotless:check spotless:apply checkstyle:check spotbugs:check pmd:check " +
          "formatter:format formatter:validate",
        operands: "actions",
        options:
          "-q -B -o -e -X -U -T=text -pl=text -am -amd -ntp -fae -ff -fn -Dtest=text -DskipTests -Dmaven.test.skip --batch-mode --quiet " +
          "--offline --no-transfer-progress --fail-at-end --also-make",
      },
    ],
  },
  {
    names: "dotnet",
    source: ".NET documentation, dotnet command",
    actions: [
      {
        names: "build test",
        operands: "files",
        options:
          "--no-restore --no-build --nologo --list-tests -t --no-incremental -c=name --configuration=name -f=name --framework=name " +
          "-v=name --verbosity=name --filter=text -o=output --output=output --blame",
      },
      {
        names: "format",
        operands: "changed",
        options:
          "--no-restore --verify-no-changes --include=file --exclude=file --severity=name -v=name --verbosity=name",
      },
    ],
  },
  {
    names: "rspec bin/rspec ./bin/rspec",
    source: "RSpec documentation, Command line",
    launchedBy: "ruby",
    actions: [
      {
        operands: "files",
        options:
          "--fail-fast --no-fail-fast --only-failures --next-failure -n --color -c --no-color --dry-run --profile -b --backtrace -w " +
          "-f=name --format=name -e=text --example=text -t=text --tag=text -P=text --pattern=text --order=text --seed=text",
      },
    ],
  },
  {
    names: "rubocop standardrb",
    source: "RuboCop documentation, Basic Usage",
    launchedBy: "ruby",
    actions: [
      {
        operands: "changed",
        options:
          "-a -A --autocorrect --autocorrect-all --fix -x --fix-layout -l --lint --parallel -P --no-parallel -D -E --fail-fast --only=text " +
          "--except=text --fail-level=name --format=name -f=name",
      },
    ],
  },
  {
    names: "rails bin/rails ./bin/rails",
    source: "Rails guides, Testing Rails Applications",
    launchedBy: "ruby",
    actions: [
      {
        names: "test test:all test:system",
        operands: "files",
        options:
          "-v --verbose -b --backtrace -f --fail-fast -d --defer-output -n=text --name=text -s=text --seed=text -w",
      },
    ],
  },
  {
    names: "phpunit vendor/bin/phpunit ./vendor/bin/phpunit pest vendor/bin/pest ./vendor/bin/pest",
    source: "PHPUnit manual, The Command-Line Test Runner; Pest documentation",
    actions: [
      {
        operands: "files",
        options:
          "--stop-on-failure --stop-on-error --stop-on-defect --testdox --verbose -v --debug --no-coverage --parallel --colors --dirty " +
          "--list-tests --filter=text --testsuite=text --group=text --exclude-group=text --order-by=text --random-order-seed=text",
      },
    ],
  },
  {
    names: "phpstan vendor/bin/phpstan ./vendor/bin/phpstan",
    source: "PHPStan documentation, Command Line Usage",
    actions: [
      {
        names: "analyse analyze",
        operands: "files",
        options:
          "--no-progress --ansi --no-ansi -v -q -l=text --level=text --memory-limit=text --error-format=name",
      },
    ],
  },
  {
    names: "pint vendor/bin/pint ./vendor/bin/pint",
    source: "Laravel documentation, Pint",
    actions: [{ operands: "changed", options: "--test --dirty -v" }],
  },
  {
    names: "php-cs-fixer vendor/bin/php-cs-fixer ./vendor/bin/php-cs-fixer",
    source: "PHP-CS-Fixer documentation, Usage",
    actions: [
      {
        names: "fix check",
        operands: "changed",
        options: "--dry-run --diff -v -q --allow-risky=name --show-progress=name",
      },
    ],
  },
  {
    names: "mix",
    source: "Mix documentation, mix tasks",
    marker: "mix.exs",
    actions: [
      {
        names: "test",
        operands: "files",
        options:
          "--trace --stale --failed --cover --color --no-color --warnings-as-errors --all-warnings --slowest=text --seed=text --only=text " +
          "--exclude=text --include=text --max-failures=text --timeout=text --partitions=text",
      },
      { names: "format", operands: "changed", options: "--check-formatted --dry-run" },
      { names: "compile", options: "--force --warnings-as-errors --all-warnings" },
      { names: "credo", operands: "files", options: "--strict --all -a" },
      { names: "dialyzer", options: "--quiet --format=name" },
    ],
  },
  {
    names: "terraform tofu",
    source: "Terraform CLI documentation",
    actions: [
      { names: "fmt", operands: "changed", options: "-recursive -check -diff -list -write" },
      { names: "validate", options: "-json -no-color" },
    ],
    singleDash: true,
  },
  {
    names: "shfmt",
    source: "shfmt(1)",
    actions: [{ operands: "changed", options: "-l -d -w -s -i=text -ci -bn -sr -ln=name" }],
    singleDash: true,
  },
];
