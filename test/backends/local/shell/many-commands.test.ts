import { expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../../../src/backends/local/index.js";

/** More than the ten listeners of one signal that Node.js allows without a warning. */
const COMMANDS = 12;

it("does not make Node.js warn about listeners of a signal", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const { shell } = localBackend();
  const controllers = Array.from({ length: COMMANDS }, () => new AbortController());
  const started: Promise<void>[] = [];
  const ended = controllers.map(({ signal }) => {
    let onStart = () => {};
    started.push(new Promise((resolve) => (onStart = resolve)));
    return shell.run({ command: "sleep 60", cwd: "/", signal, onOutput() {}, onStart: () => onStart() });
  });
  await Promise.all(started);
  for (const controller of controllers) controller.abort();
  for (const { reason } of await Promise.all(ended)) expect(reason).toBe("abort");
  expect(warnings).toEqual([]);
});

it("listens once for the exit of the host, however many shells run commands", async () => {
  const before = process.listenerCount("exit");
  const controller = new AbortController();
  const started: Promise<void>[] = [];
  const ended = Array.from({ length: COMMANDS }, () => {
    let onStart = () => {};
    started.push(new Promise((resolve) => (onStart = resolve)));
    const { signal } = controller;
    const request = { command: "sleep 60", cwd: "/", signal, onOutput() {}, onStart: () => onStart() };
    return localBackend().shell.run(request);
  });
  await Promise.all(started);
  expect(process.listenerCount("exit")).toBe(before + 1);
  controller.abort();
  for (const { reason } of await Promise.all(ended)) expect(reason).toBe("abort");
  expect(process.listenerCount("exit")).toBe(before);
});
