import type { ProjectProgram } from "../project-program.js";

const CARGO_OUTPUT = "-q --quiet -v --verbose --color=name --message-format=name";
const CARGO_SELECTION =
  "-p=text --package=text --workspace --all --exclude=text --lib --bins --tests --examples --benches --all-targets --bin=name " +
  "--example=name --test=name --bench=name -F=text --features=text --all-features --no-default-features --keep-going";
const CARGO_BUILD =
  `${CARGO_OUTPUT} ${CARGO_SELECTION} --release -r --profile=name --target=name --locked --offline --frozen -j=text --jobs=text ` +
  "--target-dir=output --timings";
const LINTS = "-D=text -W=text -A=text -F=text --deny=text --warn=text --allow=text --no-deps";
const GO_BUILD = "-v -x -n -a -race -msan -asan -trimpath -p=text -mod=name -tags=text -buildvcs=name";

/** Compilers and build systems for Rust, Go, C, C++, Swift, Zig and Dart. */
export const COMPILED: readonly ProjectProgram[] = [
  {
    names: "cargo",
    source: "The Cargo Book, Cargo Commands",
    marker: "Cargo.toml",
    actions: [
      { names: "build b check c doc d", options: `${CARGO_BUILD} --no-deps --document-private-items` },
      {
        names: "test t bench",
        operands: "words",
        options: `${CARGO_BUILD} --no-run --no-fail-fast --doc`,
        passes:
          "--nocapture --show-output --ignored --include-ignored --exact --list --quiet -q --test-threads=text --skip=text --color=name",
      },
      {
        names: "clippy",
        options: `${CARGO_BUILD} --fix --allow-dirty --allow-staged --allow-no-vcs --no-deps`,
        passes: LINTS,
      },
      { names: "fmt", options: `${CARGO_OUTPUT} --all --check -p=text --package=text`, passes: "--check -l" },
    ],
  },
  {
    names: "rustfmt",
    source: "rustfmt --help",
    actions: [{ operands: "changed", options: "--check -l -q -v --edition=text --color=name" }],
  },
  {
    names: "go",
    source: "go command documentation, https://pkg.go.dev/cmd/go",
    marker: "go.mod",
    singleDash: true,
    actions: [
      { names: "build", operands: "targets", options: `${GO_BUILD} -o=output` },
      {
        names: "test",
        operands: "targets",
        options:
          `${GO_BUILD} -run=text -skip=text -bench=text -benchtime=text -benchmem -count=text -timeout=text -short -cover -covermode=name ` +
          "-coverpkg=text -failfast -parallel=text -shuffle=text -json -list=text -cpu=text -fuzz=text -fuzztime=text -coverprofile=output",
      },
      { names: "vet", operands: "targets", options: `${GO_BUILD} -json` },
      { names: "fmt", operands: "targets", options: "-n -x -mod=name" },
    ],
  },
  {
    names: "gofmt goimports gofumpt",
    source: "gofmt -h",
    singleDash: true,
    actions: [{ operands: "changed", options: "-l -w -d -s -e -extra -local=text" }],
  },
  {
    names: "golangci-lint",
    source: "golangci-lint documentation, CLI",
    marker: "go.mod",
    actions: [
      {
        names: "run fmt",
        operands: "changed",
        options:
          "--fix -v --verbose --fast --fast-only --tests --new --timeout=text -j=text -E=text --enable=text -D=text --disable=text",
      },
    ],
  },
  {
    names: "cmake",
    source: "cmake(1), Build a Project",
    actions: [
      {
        needs: "--build",
        options:
          "--build=file -j=text --parallel=text --target=text -t=text --config=name --clean-first -v --verbose",
      },
    ],
  },
  {
    names: "ctest",
    source: "ctest(1)",
    actions: [
      {
        options:
          "--output-on-failure -V --verbose -VV -Q -N --show-only --stop-on-failure --rerun-failed --progress -R=text -E=text -L=text " +
          "-LE=text -j=text --parallel=text --timeout=text --repeat=text -C=name --test-dir=folder",
      },
    ],
  },
  {
    names: "ninja",
    source: "The Ninja build system, Running Ninja",
    marker: "build.ninja",
    actions: [{ operands: "targets", options: "-v -n -C=folder -j=text -k=text -l=text" }],
  },
  {
    names: "meson",
    source: "Meson documentation, Command-line commands",
    actions: [
      { names: "compile", operands: "targets", options: "-v --clean -C=folder -j=text" },
      {
        names: "test",
        operands: "targets",
        options: "-v --no-rebuild --list -C=folder --suite=text --repeat=text --print-errorlogs",
      },
    ],
  },
  {
    names: "clang-format",
    source: "Clang documentation, ClangFormat",
    actions: [{ operands: "changed", options: "-i -n --dry-run --Werror --verbose --style=name" }],
  },
  {
    names: "swift",
    source: "Swift documentation, Package Manager",
    marker: "Package.swift",
    actions: [
      {
        names: "build test",
        options:
          "-v --verbose -q --quiet --parallel --skip-build --build-tests --enable-code-coverage -c=name --configuration=name --filter=text " +
          "--skip=text --target=text --product=text -j=text",
      },
    ],
  },
  {
    names: "zig",
    source: "Zig language documentation, zig help",
    actions: [
      { names: "fmt", operands: "changed", options: "--check --ast-check" },
      { names: "test", operands: "files", options: "--test-filter=text" },
    ],
  },
  {
    names: "dart flutter",
    source: "Dart documentation, dart; Flutter documentation, flutter CLI",
    marker: "pubspec.yaml",
    actions: [
      {
        names: "test",
        operands: "files",
        options: "-n=text --name=text -t=text --tags=text -j=text --coverage=output --no-pub",
      },
      {
        names: "analyze",
        operands: "files",
        options: "--fatal-infos --fatal-warnings --no-fatal-infos --no-fatal-warnings --no-pub",
      },
      {
        names: "format",
        operands: "changed",
        options: "--set-exit-if-changed --output=name -o=name --line-length=text -l=text",
      },
    ],
  },
];
