import { expect, it } from "vitest";
import { startJobOperation } from "../../../../src/tools/index.js";
import { sleepMark, survivors } from "../../../backends/local/shell/survivors.js";
import { createWorkbench } from "../../workbench.js";

it("ends a job whose call was cancelled during the lookup of its folder", async () => {
  const { context, controller } = await createWorkbench();
  const session = { ...context.session, onDispose: () => () => {} };
  const mark = sleepMark();
  const starting = startJobOperation.run({ command: `sleep ${mark}` }, { ...context, session });
  controller.abort();
  await starting.catch(() => {});
  await expect.poll(() => survivors(mark)).toEqual([]);
}, 15_000);
