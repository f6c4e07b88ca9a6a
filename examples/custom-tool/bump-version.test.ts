import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createToolTester, describeTool } from "collet/testing";
import { bumpVersion } from "./bump-version.js";

const files = {
  "package.json": '{\n  "name": "app",\n  "version": "1.2.3"\n}\n',
  "empty.json": "{}\n",
};

// The conformance suite of every tool: portable schema, errors for bad input, prompt abort, declared paths ...
describeTool(
  bumpVersion,
  { describe, it },
  {
    files,
    samples: [
      { input: { path: "package.json", part: "minor" } },
      { input: { path: "empty.json", part: "patch" }, fails: true },
    ],
  },
);

// The behaviour of this tool.
describe("bump_version", () => {
  for (const [part, version] of Object.entries({ major: "2.0.0", minor: "1.3.0", patch: "1.2.4" })) {
    it(`raises the ${part} version and changes nothing else`, async () => {
      await using tester = await createToolTester(bumpVersion, { files, approvals: [true] });
      const { result } = await tester.call({ path: "package.json", part });
      assert.deepEqual(result, { from: "1.2.3", to: version });
      const changed = (await tester.diff()).split("\n").filter((line) => /^[-+] /.test(line));
      assert.deepEqual(changed, ['-  "version": "1.2.3"', `+  "version": "${version}"`]);
    });
  }

  it("shows the approver the change, and changes nothing after a rejection", async () => {
    await using tester = await createToolTester(bumpVersion, {
      files,
      approvals: [{ approved: false, reason: "Not on a Friday." }],
    });
    const { status, error } = await tester.call({ path: "package.json", part: "major" });
    assert.equal(status, "rejected-by-user");
    assert.match(error?.message ?? "", /Not on a Friday\./);
    const [request] = tester.approvalRequests;
    assert.deepEqual(request?.preview, [{ type: "text", text: "package.json: 1.2.3 becomes 2.0.0" }]);
    assert.equal(await tester.diff(), "");
  });

  it("returns an error that names a file without a version", async () => {
    await using tester = await createToolTester(bumpVersion, { files, approvals: [true] });
    const { error } = await tester.call({ path: "empty.json", part: "patch" });
    assert.equal(error?.errorCode, "no-version");
    assert.match(error?.message ?? "", /empty\.json has no "version"/);
  });

  it("runs two calls for one file one after the other", async () => {
    await using tester = await createToolTester(bumpVersion, { files });
    const plan = await tester.plan(
      { path: "package.json", part: "minor" },
      { input: { path: "./package.json", part: "patch" } },
    );
    assert.equal(plan.conflicts.length, 1);
  });
});
