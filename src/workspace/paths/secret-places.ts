import { placesFrom, type SensitivePlace } from "./sensitive-place.js";

const SOURCE_EXTENSIONS =
  "c cpp cs go h java js jsx kt md mjs php py rb rs rst scala svelte swift ts tsx vue".split(" ");

/**
 * Files, and folders with a slash at the end, in which programs keep secrets. Copies that editors leave beside them are found
 * by `backup-name.ts`, private keys under any other name by `private-key.ts`.
 *
 * `.npmrc`, `.yarnrc.yml` and `.envrc` stay readable: in a project they hold settings, and tokens belong in the home folder,
 * which is outside of the roots.
 */
export const SECRET_PLACES: readonly SensitivePlace[] = [
  ...placesFrom("dotenv documentation", ".env", ".env.*", ".env-*", ".env_*", "*.env", "*.env.local"),
  ...placesFrom("Wrangler documentation, Secrets", ".dev.vars", ".dev.vars.*"),
  ...placesFrom(
    "dynaconf and Rails documentation, secrets files",
    ".secrets",
    ".secrets.*",
    "secrets.json",
    "secrets.yaml",
  ),
  ...placesFrom(
    "dynaconf and Rails documentation, secrets files",
    "secrets.yml",
    "secrets.toml",
    "secrets.ini",
  ),
  ...placesFrom(
    "Jakarta, Spring and .NET documentation, secrets files",
    "secrets.properties",
    "usersecrets/",
  ),
  ...placesFrom(
    "AWS CLI and Rails documentation",
    "credentials",
    "credentials.*",
    ".credentials",
    ".credentials.*",
  ),
  ...placesFrom("AWS CLI documentation, Configuration and credential files", ".aws/"),
  ...placesFrom("Google Cloud documentation", "client_secret*.json", "gha-creds-*.json", ".config/gcloud/"),
  ...placesFrom("Google Cloud documentation", "application_default_credentials.json"),
  ...placesFrom(
    "Google Cloud documentation",
    "service-account*.json",
    "service_account*.json",
    "serviceaccount*.json",
  ),
  ...placesFrom("Azure CLI documentation", ".azure/"),
  ...placesFrom(
    "OCI, Aliyun, DigitalOcean and Hetzner CLI documentation",
    ".oci/",
    ".aliyun/",
    ".config/doctl/",
    ".config/hcloud/",
  ),
  ...placesFrom(
    "ssh(1), ssh-keygen(1)",
    ".ssh/",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
  ),
  ...placesFrom("sshd(8)", "ssh_host_*_key"),
  ...placesFrom("gpg(1)", ".gnupg/", "secring.*"),
  ...placesFrom("pass(1), age(1)", ".password-store/", ".config/sops/", ".age/"),
  ...placesFrom(
    "openssl(1), keytool(1)",
    "*.key",
    "*.pem",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.p8",
    "*.pkcs12",
  ),
  ...placesFrom("PuTTY manual", "*.ppk"),
  ...placesFrom("KeePass documentation", "*.kdbx", "*.kdb"),
  ...placesFrom("netrc(5)", ".netrc", "_netrc"),
  ...placesFrom(
    "PostgreSQL and MySQL documentation, password files",
    ".pgpass",
    "pgpass.conf",
    ".my.cnf",
    ".mylogin.cnf",
  ),
  ...placesFrom("PyPI documentation, .pypirc", ".pypirc"),
  ...placesFrom("htpasswd(1)", ".htpasswd"),
  ...placesFrom("git-credential-store(1)", ".git-credentials"),
  ...placesFrom("Vault documentation", ".vault-token", ".vault-pass", ".vault_pass", ".vault_pass.txt"),
  ...placesFrom(
    "Docker documentation, docker login",
    ".docker/config.json",
    ".dockercfg",
    ".dockerconfigjson",
    "containers/auth.json",
  ),
  ...placesFrom("kubectl documentation, kubeconfig", ".kube/", "kubeconfig", "*.kubeconfig"),
  ...placesFrom("GitHub and GitLab CLI documentation", ".config/gh/", ".config/hub", ".config/glab-cli/"),
  ...placesFrom("Cargo book, Configuration", ".cargo/credentials", ".cargo/credentials.toml"),
  ...placesFrom("Maven documentation, Password encryption", ".m2/settings.xml", ".m2/settings-security.xml"),
  ...placesFrom(
    "Gradle and Composer documentation",
    ".gradle/gradle.properties",
    ".composer/auth.json",
    ".config/composer/auth.json",
  ),
  ...placesFrom(
    "Terraform CLI documentation",
    ".terraformrc",
    "terraform.rc",
    ".terraform.d/",
    "*.tfstate",
    "*.tfstate.backup",
  ),
  ...placesFrom("Terraform CLI documentation", "*.tfvars", "*.tfvars.json"),
  ...placesFrom("Codex CLI and opencode documentation", ".codex/auth.json", "opencode/auth.json"),
  ...placesFrom("s3cmd, rclone and MinIO documentation", ".s3cfg", "rclone.conf", ".mc/config.json", ".boto"),
  ...placesFrom(
    "Fly, Netlify and Databricks CLI documentation",
    ".fly/",
    ".config/netlify/",
    ".databrickscfg",
  ),
  ...placesFrom("Snowflake CLI documentation", ".snowsql/", ".snowflake/"),
  ...placesFrom("fetchmail(1), mutt(1), msmtp(1)", ".fetchmailrc", ".msmtprc", ".mailrc"),
  ...placesFrom(
    "GNOME Keyring, macOS keychain and KWallet documentation",
    ".local/share/keyrings/",
    "library/keychains/",
    "kwalletd/",
  ),
  ...placesFrom("Mozilla support, Profiles", ".mozilla/", "key3.db", "key4.db"),
  ...placesFrom(
    "Bitcoin Core, Ethereum and Solana documentation",
    "wallet.dat",
    ".ethereum/keystore/",
    ".config/solana/",
    ".bitcoin/",
  ),
  ...placesFrom("WireGuard and OpenVPN documentation", "wg0.conf", "*.ovpn"),
];

/** Names that look like secrets and are meant to be read. */
export const READABLE_PLACES: readonly SensitivePlace[] = [
  ...placesFrom(
    "dotenv documentation",
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    ".env.defaults",
  ),
  ...placesFrom("dotenv documentation", ".env.*.example", ".env.*.sample", ".env.*.template", ".env.*.dist"),
  ...placesFrom(
    "dotenv documentation",
    ".env-example",
    ".env-sample",
    ".env-template",
    ".env-dist",
    ".env_example",
    ".env_sample",
  ),
  ...placesFrom(
    "dotenv documentation",
    "example.env",
    "sample.env",
    "template.env",
    "*.example.env",
    "*.sample.env",
  ),
  ...placesFrom("dotenv documentation", "*.template.env", "*-example.env", "*-sample.env", "*_example.env"),
  ...placesFrom(
    "AWS CLI documentation",
    "credentials.example*",
    "credentials.sample*",
    "credentials.template*",
  ),
  ...placesFrom("Terraform CLI documentation", "*.tfvars.example"),
  ...placesFrom("dynaconf documentation", "secrets.example.*", "secrets.sample.*", ".secrets.example.*"),
  ...placesFrom("ssh-keygen(1)", "*.pub"),
  ...placesFrom(
    "ssh_config(5), sshd(8): hosts and public keys",
    ".ssh/config",
    ".ssh/known_hosts",
    ".ssh/authorized_keys",
  ),
  ...placesFrom("notes beside cluster settings", ".kube/*.md"),
  ...placesFrom("source files about credentials", ...sourceFilesNamed("credentials")),
];

function sourceFilesNamed(name: string): readonly string[] {
  return SOURCE_EXTENSIONS.flatMap((extension) => [`${name}.${extension}`, `${name}.*.${extension}`]);
}
