import { Buffer } from "node:buffer";
import process from "node:process";
import { describe, it } from "vitest";
import { type PosixExec, posixShellBackend } from "../../../src/backends/posix-shell/index.js";
import { type BackendFactory, type Cable, describeBackend } from "../../../src/testing/index.js";
import { localFactory } from "../backend-factories.js";
import { execIn, shellMachines } from "./shell-machine.js";

/** Milliseconds for a test that loses each message of many commands, on a loaded machine. */
const PATIENCE_MS = 240_000;

/** Passes the command and each piece of output of an exec through a cable; a command is not run by halves. */
function through(exec: PosixExec, cable: Cable): PosixExec {
  return async (command, options) => {
    const sent = await cable.carry(Buffer.from(command));
    if (sent.isCut && sent.bytes.length < command.length) throw new Error("the cable was cut");
    let isCut = sent.isCut;
    const stop = new AbortController();
    const signal =
      options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
    let delivered: Promise<unknown> = Promise.resolve();
    const receive = (pass: ((chunk: Uint8Array) => void) | undefined) => (chunk: Uint8Array) => {
      delivered = delivered.then(async () => {
        if (isCut) return;
        const carried = await cable.carry(chunk);
        isCut = carried.isCut;
        pass?.(carried.bytes);
      });
    };
    const result = await exec(command, {
      ...options,
      signal,
      onStdout: receive(options.onStdout),
      onStderr: receive(options.onStderr),
    });
    await delivered;
    if (isCut) throw new Error("the cable was cut");
    return result;
  };
}

for (const [index, machine] of shellMachines().entries()) {
  const create = async (
    entries: Parameters<BackendFactory["create"]>[0],
    around: (exec: PosixExec) => PosixExec,
  ) => {
    const { backend: local, root, dispose } = await localFactory.create(entries);
    await local.dispose?.();
    const backend = await posixShellBackend({ exec: around(execIn(machine).exec) });
    return { backend, root, ...(dispose !== undefined && { dispose }) };
  };
  describeBackend(
    {
      name: `posix shell (${machine.name})`,
      supports: { fifos: true },
      create: (entries) => create(entries, (exec) => exec),
      // The connection is the same for each of them, and each operation is many commands.
      ...(index === 0 &&
        process.env.COLLET_FLEET === "full" && {
          connect: (entries, cable) => create(entries, (exec) => through(exec, cable)),
        }),
    },
    { describe, it: (title, body) => it(title, body, PATIENCE_MS) },
  );
}
