import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { KEY_MARKS } from "../../../../src/runtime/judge/tree-secrets.js";
import { isPrivateKey } from "../../../../src/workspace/paths/key-contents/private-key.js";
import { startStopwatch } from "../../../processor-time.js";
import { EVERYTHING, fixture } from "../../workspace-fixture.js";

const PEM = "-----BEGIN PRIVATE KEY-----\nQ0FOQVJZ\n-----END PRIVATE KEY-----\n";
const bytes = (text: string) => new TextEncoder().encode(text);

describe("isPrivateKey", () => {
  it.each<[string, string]>([
    ["PKCS #8", PEM],
    ["an encrypted key", PEM.replaceAll("PRIVATE", "ENCRYPTED PRIVATE")],
    ["RSA", PEM.replaceAll("PRIVATE", "RSA PRIVATE")],
    ["EC behind its parameters", `-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n${PEM}`],
    ["OpenSSH", PEM.replaceAll("PRIVATE", "OPENSSH PRIVATE")],
    ["OpenPGP", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n"],
    ["a commercial SSH", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nx\n"],
    ["PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n"],
    ["age", "# created: 2026-01-01\n# public key: age1x\nAGE-SECRET-KEY-1QQQQQQQ\n"],
    [
      "a certificate in front",
      `-----BEGIN CERTIFICATE-----\n${"MIIB\n".repeat(400)}-----END CERTIFICATE-----\n${PEM}`,
    ],
    [
      "bag attributes in front",
      `Bag Attributes\n    localKeyID: 01\nKey Attributes: <No Attributes>\n${PEM}`,
    ],
    ["YAML", `tls:\n  key: |\n    ${PEM.replaceAll("\n", "\n    ")}`],
    [
      "a service account",
      `{\n  "type": "service_account",\n  "private_key": "${PEM.replaceAll("\n", "\\n")}"\n}`,
    ],
    ["Windows line ends", PEM.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\ufeff${PEM}`],
    ["a variable", `export_x=1\nTLS_KEY="${PEM}"`],
    ["a static key of OpenVPN", "-----BEGIN OpenVPN Static key V1-----\n6acef03f\n"],
    ["a key of gpg-agent", "Key: (private-key (rsa (n #00#)))\n"],
    ["WireGuard", `[Interface]\nPrivateKey = ${"A".repeat(43)}=\n`],
    ["a kubeconfig", "users:\n- user:\n    client-key-data: LS0tLS1CRUdJTiBSU0E=\n"],
  ])("recognises %s", (_title, text) => {
    expect(isPrivateKey(bytes(text))).toBe(true);
    // A search looks for one of these texts first.
    expect(text).toMatch(new RegExp(KEY_MARKS));
  });

  it("recognises binary keys of RSA, EC and Ed25519, plain and encrypted", () => {
    const pairs = [
      generateKeyPairSync("rsa", { modulusLength: 1_024 }),
      generateKeyPairSync("ec", { namedCurve: "P-256" }),
      generateKeyPairSync("ed25519"),
    ];
    for (const { privateKey, publicKey } of pairs) {
      const encrypted = { cipher: "aes-256-cbc", passphrase: "x" };
      expect(isPrivateKey(privateKey.export({ type: "pkcs8", format: "der" }))).toBe(true);
      expect(isPrivateKey(privateKey.export({ type: "pkcs8", format: "der", ...encrypted }))).toBe(true);
      expect(isPrivateKey(publicKey.export({ type: "spki", format: "der" }))).toBe(false);
    }
    const [rsa, ec] = pairs;
    expect(isPrivateKey(rsa?.privateKey.export({ type: "pkcs1", format: "der" }) as Buffer)).toBe(true);
    expect(isPrivateKey(ec?.privateKey.export({ type: "sec1", format: "der" }) as Buffer)).toBe(true);
    expect(isPrivateKey(rsa?.publicKey.export({ type: "pkcs1", format: "der" }) as Buffer)).toBe(false);
  });

  it.each([
    ["PKCS #12", "308209d702010330820985 06092a864886f70d010701a0820976", true],
    ["PKCS #12 of unstated length", "3080020103308006092a864886f70d010701a08024800482", true],
    ["a certificate", "308203663082024ea00302010202140102030405060708090a0b0c0d0e0f10111213", false],
    ["a certificate request", "3082026b3082015302010030263124302206035504", false],
    ["a signed message", "308207d106092a864886f70d010702a08207c2308207be020101310d300b06", false],
    ["text that begins with a zero", "30313233343536373839303132333435363738393031", false],
  ])("recognises %s by its first bytes: %s: %s", (_title, digits, expected) => {
    expect(isPrivateKey(Buffer.from(digits.replaceAll(" ", ""), "hex"))).toBe(expected);
  });

  it.each([
    ["JKS", [0xfe, 0xed, 0xfe, 0xed]],
    ["JCEKS", [0xce, 0xce, 0xce, 0xce]],
  ])("recognises a key store of the format %s", (_title, sign) => {
    expect(isPrivateKey(new Uint8Array([...sign, ...new Array<number>(40).fill(0)]))).toBe(true);
  });

  it("recognises a key in UTF-16", () => {
    expect(isPrivateKey(new Uint8Array(Buffer.from(`\ufeff${PEM}`, "utf16le")))).toBe(true);
  });

  it.each<[string, string]>([
    ["source code", 'const BEGIN = "-----BEGIN PRIVATE KEY-----";\nexport function parse() {}\n'],
    ["prose", "Keep your PRIVATE KEY where it is. It begins with -----BEGIN PRIVATE KEY-----.\n"],
    ["a public key", PEM.replaceAll("PRIVATE", "PUBLIC")],
    ["a certificate", PEM.replaceAll("PRIVATE KEY", "CERTIFICATE")],
    ["nothing", ""],
    ["the public key of WireGuard", `[Peer]\nPublicKey = ${"A".repeat(43)}=\n`],
    ["a kubeconfig without a key", "users:\n- user:\n    client-key: /x/y\n    client-key-data: x\n"],
    ["a pattern", "/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)\n"],
  ])("does not recognise %s as a key", (_title, text) => {
    expect(isPrivateKey(bytes(text))).toBe(false);
  });

  it("takes time in proportion to the examined bytes", () => {
    const elapsedMs = startStopwatch();
    for (const text of ["-----BEGIN ", "PRIVATE KEY-----", " \n-", '"key": "-----BEGIN ', "BEGIN A"]) {
      for (let round = 0; round < 20; round += 1) isPrivateKey(bytes(text.repeat(100_000)));
    }
    expect(elapsedMs()).toBeLessThan(2_000);
  });
});

describe("a private key under an ordinary name", () => {
  const tree = { "deploy.txt": PEM, "notes.md": "the PRIVATE KEY is elsewhere\n", "src/a.ts": "one\n" };

  it("refuses every way to read a private key", async () => {
    const { files } = await fixture(tree);
    const refused = { code: "reading-secret-file" };
    await expect(files.readLines("deploy.txt", EVERYTHING)).rejects.toMatchObject(refused);
    await expect(files.readText("deploy.txt")).rejects.toMatchObject(refused);
    await expect(files.readBytes("deploy.txt", { maxBytes: 100 })).rejects.toMatchObject(refused);
    await expect(files.readHead("deploy.txt", { bytes: 8 })).rejects.toMatchObject(refused);
    await expect(files.updateText("deploy.txt", () => ({ text: "x" }))).rejects.toMatchObject(refused);
    expect((await files.readText("notes.md")).text).toContain("PRIVATE KEY");
  });

  it("excludes a private key from searches and reports it as a secret", async () => {
    const { files, root } = await fixture(tree);
    expect(await files.isExcluded(`${root}/deploy.txt`)).toBe(true);
    expect(await files.isExcluded(`${root}/notes.md`)).toBe(false);
    expect((await files.locate("deploy.txt")).secret).toBe(true);
    expect((await files.locate("src/a.ts")).secret).toBe(false);
  });

  it("examines a private key again when it changes", async () => {
    const { files } = await fixture({ "a.txt": "an ordinary file of some length\n" });
    expect((await files.locate("a.txt")).secret).toBe(false);
    await files.writeText("a.txt", PEM, { overwrite: true });
    expect((await files.locate("a.txt")).secret).toBe(true);
  });

  it("moves a private key, which stays a secret under every name", async () => {
    const { files } = await fixture(tree);
    await files.move("deploy.txt", "keys/deploy.txt");
    expect((await files.locate("keys/deploy.txt")).secret).toBe(true);
    const { files: others } = await fixture({ ".env": "A=1\n" });
    await expect(others.move(".env", "x.txt")).rejects.toMatchObject({ code: "reading-secret-file" });
  });
});

describe("a folder for secrets", () => {
  it.each([".ssh", ".aws", ".gnupg", ".kube", "home/.config/gcloud"])(
    "treats a folder for secrets as a secret: %s",
    async (folder) => {
      const { files } = await fixture({ [`${folder}/x`]: "1", "src/x": "1", ".env/bin/python": "1" });
      expect((await files.locate(folder)).secret).toBe(true);
      expect((await files.locate("src")).secret).toBe(false);
      expect((await files.locate(".env")).secret).toBe(false);
      expect(await files.list(folder)).toHaveLength(1);
    },
  );
});
