import { describe, expect, it } from "vitest";
import { applyEdit, type EditFailureReason, type EditRequest } from "../../src/fuzzy/index.js";

function edited(content: string, oldString: string, newString: string, more: Partial<EditRequest> = {}) {
  const result = applyEdit({ content, oldString, newString, ...more });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

function refusal(content: string, oldString: string, newString: string, more: Partial<EditRequest> = {}) {
  const result = applyEdit({ content, oldString, newString, ...more });
  return result.ok ? `edited by ${result.matcher}: ${result.content}` : result.reason;
}

const GO = "package main\n\nfunc run() error {\n\tif ready {\n\t\tstart(1)\n\t}\n\treturn nil\n}\n";
const PYTHON =
  "class Shop:\n    def open(self):\n        self.door = 1\n        return self.door\n\n    def close(self):\n        self.door = 0\n";

describe("applyEdit: the place", () => {
  const cases: {
    title: string;
    matcher: string;
    content: string;
    old: string;
    next: string;
    expected: string;
  }[] = [
    {
      title: "that stands as it was given",
      matcher: "exact",
      content: "a b c",
      old: "b",
      next: "B",
      expected: "a B c",
    },
    {
      title: "with other line ends",
      matcher: "line-ends",
      content: "a\r\nb\r\nc\r\n",
      old: "a\nb",
      next: "a\nB\nx",
      expected: "a\r\nB\r\nx\r\nc\r\n",
    },
    {
      title: "with blanks at line ends",
      matcher: "trailing-blanks",
      content: "one  \ntwo\t\nthree\n",
      old: "one\ntwo\nthree",
      next: "one\nTWO\nthree",
      expected: "one  \nTWO\nthree\n",
    },
    {
      title: "at another depth, in the file's own unit",
      matcher: "line-keys",
      content: GO,
      old: "if ready {\n    start(1)\n}",
      next: "if ready {\n    start(2)\n    if late {\n        hurry()\n    }\n}",
      expected: GO.replace("start(1)\n", "start(2)\n\t\tif late {\n\t\t\thurry()\n\t\t}\n"),
    },
    {
      title: "with look-alike characters",
      matcher: "line-keys",
      content: "say(“hi”)\nrange 1–5\n",
      old: 'say("hi")\nrange 1-5',
      next: 'say("hi")\nrange 1-5\nmore',
      expected: "say(“hi”)\nrange 1–5\nmore\n",
    },
    {
      title: "with blank lines the model left out",
      matcher: "blank-lines",
      content: "first();\n\n\nsecond();\nthird();\n",
      old: "first();\nsecond();\nthird();",
      next: "first();\nsecond();\nTHIRD();",
      expected: "first();\n\n\nsecond();\nTHIRD();\n",
    },
    {
      title: "under line numbers from a listing",
      matcher: "line-numbers",
      content: PYTHON,
      old: "3:         self.door = 1\n4:         return self.door",
      next: "3:         self.door = 2\n4:         return self.door",
      expected: PYTHON.replace("door = 1", "door = 2"),
    },
    {
      title: "inside a code fence",
      matcher: "code-fence",
      content: PYTHON,
      old: "```python\n        self.door = 1\n        return self.door\n```",
      next: "```python\n        self.door = 3\n        return self.door\n```",
      expected: PYTHON.replace("door = 1", "door = 3"),
    },
    {
      title: "behind escapes, undone in the new text too",
      matcher: "escapes",
      content: 'print("a")\nprint("b")\n',
      old: 'print(\\"a\\")\\nprint(\\"b\\")',
      next: 'print(\\"a\\")\\nprint(\\"c\\")',
      expected: 'print("a")\nprint("c")\n',
    },
    {
      title: "behind HTML entities",
      matcher: "entities",
      content: "if (a < b && c > d) {\n  go();\n}\n",
      old: "if (a &lt; b &amp;&amp; c &gt; d) {\n  go();",
      next: "if (a &lt; b &amp;&amp; c &gt; d) {\n  stop();",
      expected: "if (a < b && c > d) {\n  stop();\n}\n",
    },
    {
      title: "with other blanks inside a line",
      matcher: "inline-blanks",
      content: "let total = price*count;\nreturn total;\n",
      old: "let total = price * count;",
      next: "let total = price * count + 1;",
      expected: "let total = price*count + 1;\nreturn total;\n",
    },
    {
      title: "wrapped into other lines",
      matcher: "rewrapped",
      content: "call(first, second, third);\nrest();\n",
      old: "call(first,\n  second, third);\nrest();",
      next: "call(first,\n  second, third);\nrest(1);",
      expected: "call(first, second, third);\nrest(1);\n",
    },
    {
      title: "with a letter mistyped",
      matcher: "alignment",
      content: "function area(width, height) {\n  const result = width * height;\n  return result;\n}\n",
      old: "function area(width, heihgt) {\n  const result = width * height;\n  return result;\n}",
      next: "function area(width, heihgt) {\n  const result = width * height;\n  return 2 * result;\n}",
      expected: "function area(width, height) {\n  const result = width * height;\n  return 2 * result;\n}\n",
    },
    {
      title: "with a comment the model forgot",
      matcher: "alignment",
      content: "open();\n// The order matters here.\nread(handle);\nclose(handle);\n",
      old: "open();\nread(handle);\nclose(handle);",
      next: "open();\nread(handle);\nclose(handle, true);",
      expected: "open();\n// The order matters here.\nread(handle);\nclose(handle, true);\n",
    },
  ];
  for (const { title, matcher, content, old, next, expected } of cases) {
    it(title, () => {
      const result = applyEdit({ content, oldString: old, newString: next });
      expect(result).toMatchObject({ ok: true, matcher, content: expected });
    });
  }

  it("returns the lines and offsets that it replaced", () => {
    const result = applyEdit({ content: "a\nb\nc\n", oldString: "b\nc", newString: "x" });
    expect(result).toMatchObject({
      ok: true,
      spans: [{ start: 2, end: 5, startLine: 2, endLine: 3 }],
      similarity: 1,
    });
  });

  it("reports what it undid", () => {
    const result = applyEdit({ content: "a\n", oldString: "1: a", newString: "1: b" });
    expect(result).toMatchObject({
      ok: true,
      content: "b\n",
      warnings: [expect.stringContaining("line numbers")],
    });
  });
});

describe("applyEdit: refusals", () => {
  const refusals: { title: string; reason: EditFailureReason; content: string; old: string; next: string }[] =
    [
      { title: "equal texts", reason: "identical", content: "a", old: "a", next: "a" },
      { title: "an empty old text", reason: "empty", content: "a", old: "", next: "b" },
      {
        title: "two exact places",
        reason: "ambiguous",
        content: "x = 1\nx = 1\n",
        old: "x = 1",
        next: "x = 2",
      },
      { title: "overlapping places", reason: "ambiguous", content: "aaa", old: "aa", next: "b" },
      {
        title:
          "two places that differ from the old text only by blanks, though a looser matcher could choose",
        reason: "ambiguous",
        content: "\tgo(1);\n\tend();\n    go(1);\n    end();\n",
        old: "go(1);\nend();",
        next: "go(2);\nend();",
      },
      {
        title: "a number that is another one",
        reason: "not-found",
        content: "const port = 8080;\nconst host = name;\nlisten(port, host);\n",
        old: "const port = 8081;\nconst host = name;\nlisten(port, host);",
        next: "const port = 8081;\nconst host = name;\nlisten(port, host, 5);",
      },
      {
        title: "a literal that is another one",
        reason: "not-found",
        content: 'open("first");\nread(handle, size);\nclose(handle);\n',
        old: 'open("second");\nread(handle, size);\nclose(handle);',
        next: 'open("second");\nread(handle, size);\nfinish(handle);',
      },
      {
        title: "an operator that is another one",
        reason: "not-found",
        content: "if (left === right) {\n  merge(left, right);\n  finish();\n}\n",
        old: "if (left !== right) {\n  merge(left, right);\n  finish();\n}",
        next: "if (left !== right) {\n  merge(right, left);\n  finish();\n}",
      },
      {
        title: "a block with another name",
        reason: "not-found",
        content: "function getUser(id) {\n  const row = find(id);\n  return row.value;\n}\n",
        old: "function getPlan(id) {\n  const row = find(id);\n  return row.value;\n}",
        next: "function getPlan(id) {\n  const row = find(id);\n  return row.plan;\n}",
      },
      {
        title: "a made-up middle between real ends",
        reason: "not-found",
        content: "begin();\nload(config);\nstart(server);\nwait(10);\nend();\n",
        old: "begin();\nimagine(all);\nthe(people);\nliving();\nend();",
        next: "begin();\nend();",
      },
      {
        title: "a line of code that the old text leaves out",
        reason: "not-found",
        content: "open(file);\nlock(file);\nwrite(file, text);\nclose(file);\n",
        old: "open(file);\nwrite(file, text);\nclose(file);",
        next: "open(file);\nwrite(file, other);\nclose(file);",
      },
      {
        title: "a changed line it has not read right, however alike",
        reason: "not-found",
        content: "const timeoutMs = 30;\nconst retries = limit(timeoutMs);\nrun(retries);\n",
        old: "const timeoutMs = 30;\nconst attempts = limit(timeoutMs);\nrun(retries);",
        next: "const timeoutMs = 30;\nconst attempts = limit(timeoutMs, 2);\nrun(retries);",
      },
      {
        title: "an elision in the old text",
        reason: "elided",
        content: "function f() {\n  one();\n  two();\n}\n",
        old: "function f() {\n  // ...\n}",
        next: "function g() {\n  // ...\n}",
      },
      {
        title: "an elision that only the new text has, in place of lines that are not quoted exactly",
        reason: "elided",
        content: "function f() {\n  one();\n  two();\n}\n",
        old: "function f() {\n    one();\n    two();\n}",
        next: "function f() {\n  // ... existing code ...\n}",
      },
      {
        title: "an edit that changes nothing",
        reason: "no-change",
        content: "a\r\nb\r\n",
        old: "a\r\nb",
        next: "a\nb",
      },
      {
        title: "part of a word",
        reason: "not-found",
        content: "return  xyz;\n",
        old: "return x",
        next: "return q",
      },
    ];
  for (const { title, reason, content, old, next } of refusals) {
    it(title, () => {
      expect(refusal(content, old, next)).toBe(reason);
    });
  }

  it("limits a text beyond the limits to an exact search, and states the remedy", () => {
    const result = applyEdit({ content: "a\n", oldString: "x\n".repeat(25_000), newString: "y" });
    expect(result).toMatchObject({
      ok: false,
      reason: "too-large",
      message: expect.stringContaining("shorter"),
    });
  });

  it("lists the lines of all places", () => {
    const result = applyEdit({ content: "x\ny\nx\n", oldString: "x", newString: "z" });
    expect(result).toMatchObject({ ok: false, spans: [{ startLine: 1 }, { startLine: 3 }] });
    expect(result.ok ? "" : result.message).toContain("lines 1, 3");
  });
});

describe("applyEdit with replaceAll", () => {
  it("replaces every exact place", () => {
    expect(edited("a b a", "a", "c", { replaceAll: true })).toBe("c b c");
  });
  it("replaces every place of the first matcher that finds one, each with its own indentation", () => {
    expect(
      edited("\tgo();\n\tend();\n\t\tgo();\n\t\tend();\n", "go();\nend();", "go();\nstop();", {
        replaceAll: true,
      }),
    ).toBe("\tgo();\n\tstop();\n\t\tgo();\n\t\tstop();\n");
  });
});

describe("applyEdit: unchanged text", () => {
  it("uses the new text literally", () => {
    expect(edited("price", "price", "$& $1 $$")).toBe("$& $1 $$");
  });
  it("keeps the byte order mark, copied or not", () => {
    expect(edited("\ufeffone\ntwo\n", "\ufeffone", "ONE")).toBe("\ufeffONE\ntwo\n");
    expect(edited("\ufeff  one\n  two\n", "one\ntwo", "one\nTWO")).toBe("\ufeff  one\n  TWO\n");
  });
  it("keeps each line's own line end in a mixed file", () => {
    expect(edited("a\r\nb\nc\r\nd\n", "a\nb\nc\nd", "a\nB\nc\nd")).toBe("a\r\nB\nc\r\nd\n");
  });
  it("adds no line end at the end of a file that has none", () => {
    expect(edited("one\ntwo", "one\ntwo\n", "one\nTWO\n")).toBe("one\nTWO");
  });
  it("does not write the model's typo into a line it keeps", () => {
    const content =
      "const settings = loadSettings(path);\nconst server = createServer(settings);\nserver.listen(80);\n";
    const old = content.replace("createServer", "craeteServer").trimEnd();
    expect(edited(content, old, old.replace("80", "443"))).toBe(content.replace("80", "443"));
  });
  it("replaces the model's smart quotes by the plain ones of the file", () => {
    expect(edited('say("a");\nsay("b");\n', "say(“a”);\nsay(“b”);", "say(“a”);\nsay(“c”);")).toBe(
      'say("a");\nsay("c");\n',
    );
  });
  it("dedents below the first line", () => {
    const content = "def f():\n    if x:\n        a()\n    b()\n";
    expect(
      edited(
        content,
        "        if x:\n            a()\n        b()",
        "        if x:\n            a()\n        c()\n        d()",
      ),
    ).toBe("def f():\n    if x:\n        a()\n    c()\n    d()\n");
  });
  it("ignores comment stars and alignment when it detects the unit", () => {
    const content =
      "class A {\n    /**\n     * Text.\n     */\n    run(first,\n        second) {\n        go();\n    }\n}\n";
    const old = "/**\n * Text.\n */\nrun(first,\n    second) {\n    go();\n}";
    expect(edited(content, old, old.replace("go();", "go();\n    if (a) {\n        b();\n    }"))).toBe(
      content.replace("go();\n", "go();\n        if (a) {\n            b();\n        }\n"),
    );
  });
  it("keeps a new text that already has the file's indentation", () => {
    expect(
      edited(PYTHON, "self.door = 1\nreturn self.door", "        self.door = 1\n        return -self.door"),
    ).toBe(PYTHON.replace("return self.door", "return -self.door"));
  });
  it("does not join words", () => {
    expect(edited("return   value;\nmore();\n", "return value;\nmore();", "return values;\nmore();")).toBe(
      "return   values;\nmore();\n",
    );
  });
});

describe("applyEdit with any input", () => {
  it("refuses values that are not strings", () => {
    for (const value of [undefined, null, 5, {}, []]) {
      const result = applyEdit({ content: "a", oldString: value as unknown as string, newString: "b" });
      expect(result).toMatchObject({
        ok: false,
        message: expect.stringContaining("oldString must be a string"),
      });
    }
    expect(applyEdit(undefined as unknown as EditRequest).ok).toBe(false);
  });
  it.each<[Partial<EditRequest>, RegExp]>([
    [
      { preset: "opencod" as never },
      /^preset must be one of "safe", "opencode", but it is "opencod"\. Did you mean "opencode"\?$/,
    ],
    [{ preset: "toString" as never }, /^preset must be one of "safe", "opencode"/],
    [
      { matchers: ["exact", "block-ancor"] as never },
      /^matchers\[1\] must be one of "exact", .* Did you mean "block-anchor"\?$/,
    ],
    [{ matchers: ["constructor"] as never }, /^matchers\[0\] must be one of/],
    [{ matchers: [] }, /^matchers is empty/],
    [
      { thresholds: { typoLeters: 5 } as never },
      /must be one of .*"typoLetters".* Did you mean "typoLetters"\?$/,
    ],
    [
      { thresholds: { typoLetters: Number.NaN } },
      /^thresholds\.typoLetters must be a number of at least 0, but it is NaN\.$/,
    ],
  ])("throws a RangeError for the unknown engine %j", (engine, message) => {
    const request = { content: "a", oldString: "b", newString: "c", ...engine };
    expect(() => applyEdit(request)).toThrow(RangeError);
    expect(() => applyEdit(request)).toThrow(message);
  });
  it("survives lone surrogates and control characters", () => {
    expect(applyEdit({ content: "a\ud800b\u0000\n", oldString: "\udc00", newString: "x" }).ok).toBe(false);
    expect(edited("a\ud800b\n", "a\ud800", "z")).toBe("zb\n");
  });
});
