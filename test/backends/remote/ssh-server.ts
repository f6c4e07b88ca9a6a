import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { temporaryFolder } from "../temporary-folder.js";

const SSHD = "/usr/sbin/sshd";
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
});

/** Whether OpenSSH's server and client are installed here. */
export const hasSsh = existsSync(SSHD) && spawnSync("ssh", ["-V"]).status === 0;

/** A server of OpenSSH on the loopback interface. */
export interface SshServer {
  /** Arguments of `ssh` before the host. */
  readonly args: string[];
  readonly port: number;
  readonly username: string;
  readonly privateKey: string;
  /** As `ssh-keygen -lf` prints it. */
  readonly hostKey: string;
  /** Returns the number of logins until now. */
  readonly logins: () => number;
}

/** Starts a server for this user on a free port of the loopback interface. */
export async function sshServer(): Promise<SshServer> {
  const folder = await temporaryFolder();
  const key = (name: string) => {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
    return join(folder, name);
  };
  const [host, user] = [key("host"), key("user")];
  const port = await new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => done(free));
    });
  });
  writeFileSync(
    join(folder, "config"),
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${host}\nAuthorizedKeysFile ${user}.pub\nPidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\n`,
  );
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const child = spawn(SSHD, ["-D", "-e", "-f", join(folder, "config")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.push(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect.poll(() => said).toContain("Server listening");
  const known = ["-o", "StrictHostKeyChecking=no", "-o", `UserKnownHostsFile=${join(folder, "known")}`];
  const args = [
    "-F",
    "none",
    "-p",
    String(port),
    "-i",
    user,
    "-o",
    "IdentitiesOnly=yes",
    ...known,
    "-l",
    userInfo().username,
  ];
  const [, hostKey = ""] = execFileSync("ssh-keygen", ["-lf", `${host}.pub`], { encoding: "utf8" }).split(
    " ",
  );
  const privateKey = await readFile(user, "utf8");
  const logins = () => said.split("Accepted publickey").length - 1;
  return { args, port, username: userInfo().username, privateKey, hostKey, logins };
}
