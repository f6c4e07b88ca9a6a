import { namesFrom, type SensitiveName } from "../sensitive-name.js";

const SOURCE_EXTENSIONS =
  "c cpp cs go h java js jsx kt md mjs php py rb rs rst scala svelte swift ts tsx vue".split(" ");

/** Names that look like secrets but are meant to be read. */
export const READABLE_NAMES: readonly SensitiveName[] = [
  ...namesFrom(
    "dotenv documentation",
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    ".env.defaults",
  ),
  ...namesFrom("direnv(1)", ".envrc.example", ".envrc.sample", ".envrc.template", ".envrc.dist"),
  ...namesFrom("dotenv documentation", ".env.*.example", ".env.*.sample", ".env.*.template", ".env.*.dist"),
  ...namesFrom(
    "dotenv documentation",
    ".env-example",
    ".env-sample",
    ".env-template",
    ".env-dist",
    ".env_example",
    ".env_sample",
  ),
  ...namesFrom(
    "dotenv documentation",
    "example.env",
    "sample.env",
    "template.env",
    "*.example.env",
    "*.sample.env",
  ),
  ...namesFrom("dotenv documentation", "*.template.env", "*-example.env", "*-sample.env", "*_example.env"),
  ...namesFrom(
    "AWS CLI documentation",
    "credentials.example*",
    "credentials.sample*",
    "credentials.template*",
  ),
  ...namesFrom("Terraform CLI documentation", "*.tfvars.example"),
  ...namesFrom("dynaconf documentation", "secrets.example.*", "secrets.sample.*", ".secrets.example.*"),
  ...namesFrom("ssh-keygen(1)", "*.pub"),
  ...namesFrom(
    "ssh_config(5), sshd(8): hosts and public keys",
    ".ssh/config",
    ".ssh/known_hosts",
    ".ssh/authorized_keys",
  ),
  ...namesFrom("notes beside cluster settings", ".kube/*.md"),
  ...namesFrom("source files about credentials", ...sourceFilesNamed("credentials")),
];

function sourceFilesNamed(name: string): readonly string[] {
  return SOURCE_EXTENSIONS.flatMap((extension) => [`${name}.${extension}`, `${name}.*.${extension}`]);
}
