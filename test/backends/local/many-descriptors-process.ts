import { constants } from "node:fs";
import { briefCalls } from "../../../src/backends/local/brief-call.js";
import { open } from "../../../src/backends/local/system-calls.js";

// Opens as many descriptors as parallel calls do, and prints whether short system calls are still made at once.
const DESCRIPTORS = 900;

async function main(): Promise<void> {
  for (let opened = 0; opened < DESCRIPTORS; opened += 1) await open("/dev/null", constants.O_RDONLY);
  console.log(briefCalls(() => "at once") ?? "in the pool");
}

void main();
