import type { ProjectCheck } from "../project-check.js";
import type { ProjectFolder } from "./project-folder.js";

/** Returns the checks of cargo and go that need no setup. */
export function cargoGoChecks({ names }: ProjectFolder): readonly ProjectCheck[] {
  return [
    ...(names.has("Cargo.toml")
      ? [
          toolCheck("cargo check", "typecheck", "cargo check --all-targets", "Cargo.toml"),
          toolCheck("cargo clippy", "lint", "cargo clippy --all-targets", "Cargo.toml"),
          toolCheck("cargo test", "test", "cargo test", "Cargo.toml"),
        ]
      : []),
    ...(names.has("go.mod")
      ? [
          toolCheck("go vet", "lint", "go vet ./...", "go.mod"),
          // Without an output path, a single program would be left in the folder.
          toolCheck("go build", "build", "go build -o /dev/null ./...", "go.mod"),
          toolCheck("go test", "test", "go test ./...", "go.mod"),
        ]
      : []),
  ];
}

function toolCheck(name: string, kind: ProjectCheck["kind"], command: string, source: string): ProjectCheck {
  return { name, kind, command, source, runsWithAll: true, inPath: name.split(" ")[0] ?? name };
}
