/** The output of a tool, and the problems to parse from it: `file:line:column severity rule message`. */
export interface ToolOutput {
  readonly output: string;
  readonly problems: readonly string[];
}

/** Output of real tools, except for the paths of their folders. */
export const OUTPUTS: Readonly<Record<string, ToolOutput>> = {
  tsc: {
    output: `a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.
a.ts(2,19): error TS2307: Cannot find module './none.js' or its corresponding type declarations.
a.ts(5,5): error TS2322: Type 'string' is not assignable to type 'number'.`,
    problems: [
      "a.ts:1:14 error TS2322 Type 'string' is not assignable to type 'number'.",
      "a.ts:2:19 error TS2307 Cannot find module './none.js' or its corresponding type declarations.",
      "a.ts:5:5 error TS2322 Type 'string' is not assignable to type 'number'.",
    ],
  },
  "tsc pretty": {
    output: `a.ts:1:14 - error TS2322: Type 'string' is not assignable to type 'number'.

1 export const a: number = "x";
               ~

a.ts:2:19 - error TS2307: Cannot find module './none.js' or its corresponding type declarations.

2 import { b } from "./none.js";
                    ~~~~~~~~~~~

a.ts:5:5 - error TS2322: Type 'string' is not assignable to type 'number'.

5 f({ q: "1" });
      ~

  a.ts:4:3
    4   q: number }) { return x; }
        ~
    The expected type comes from property 'q' which is declared here on type '{ q: number; }'


Found 3 errors in the same file, starting at: a.ts:1`,
    problems: [
      "a.ts:1:14 error TS2322 Type 'string' is not assignable to type 'number'.",
      "a.ts:2:19 error TS2307 Cannot find module './none.js' or its corresponding type declarations.",
      "a.ts:5:5 error TS2322 Type 'string' is not assignable to type 'number'.",
    ],
  },
  "eslint stylish": {
    output: `
/work/project/sub/y.js
  1:9  error  Parsing error: Unexpected token ;

/work/project/x.js
  1:1  error    Unexpected 'debugger' statement      no-debugger
  3:7  warning  Expected '===' and instead saw '=='  eqeqeq

✖ 3 problems (2 errors, 1 warning)`,
    problems: [
      "sub/y.js:1:9 error - Parsing error: Unexpected token ;",
      "x.js:1:1 error no-debugger Unexpected 'debugger' statement",
      "x.js:3:7 warning eqeqeq Expected '===' and instead saw '=='",
    ],
  },
  "eslint json": {
    output: `[{"filePath":"/work/project/sub/b.test.js","messages":[],"suppressedMessages":[],"errorCount":0,"fatalErrorCount":0,"warningCount":0,"fixableErrorCount":0,"fixableWarningCount":0,"usedDeprecatedRules":[]},{"filePath":"/work/project/sub/y.js","messages":[{"ruleId":null,"nodeType":null,"fatal":true,"severity":2,"message":"Parsing error: Unexpected token ;","line":1,"column":9}],"suppressedMessages":[],"errorCount":1,"fatalErrorCount":1,"warningCount":0,"fixableErrorCount":0,"fixableWarningCount":0,"source":"let a = ;","usedDeprecatedRules":[]},{"filePath":"/work/project/x.js","messages":[{"ruleId":"no-debugger","severity":2,"message":"Unexpected 'debugger' statement.","line":1,"column":1,"nodeType":"DebuggerStatement","messageId":"unexpected","endLine":1,"endColumn":10},{"ruleId":"eqeqeq","severity":1,"message":"Expected '===' and instead saw '=='.","line":3,"column":7,"nodeType":"BinaryExpression","messageId":"unexpected","endLine":3,"endColumn":9,"suggestions":[{"messageId":"replaceOperator","data":{"expectedOperator":"===","actualOperator":"=="},"fix":{"range":[26,28],"text":"==="},"desc":"Use '===' instead of '=='."}]}],"suppressedMessages":[],"errorCount":1,"fatalErrorCount":0,"warningCount":1,"fixableErrorCount":0,"fixableWarningCount":0,"source":"debugger;\\nvar a = 1\\nif (a == 2) {}\\n","usedDeprecatedRules":[]}]`,
    problems: [
      "sub/y.js:1:9 error - Parsing error: Unexpected token ;",
      "x.js:1:1 error no-debugger Unexpected 'debugger' statement.",
      "x.js:3:7 warning eqeqeq Expected '===' and instead saw '=='.",
    ],
  },
  biome: {
    output: `a.ts:2:8 lint/correctness/noUnusedImports  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This import is unused.
  
    1 │ export const a: number = "x";
  > 2 │ import { b } from "./none.js";
      │        ^^^^^
    3 │ function f(x: {
    4 │   q: number }) { return x; }
  
  i Unused imports might be the result of an incomplete refactoring.
  
  i Unsafe fix: Remove the unused imports.
  
    1 1 │   export const a: number = "x";
    2   │ - import·{·b·}·from·"./none.js";
    3 2 │   function f(x: {
    4 3 │     q: number }) { return x; }
  

x.js:2:1 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This let declares a variable that is only assigned once.
  
    1 │ debugger;
  > 2 │ let a = 1
      │ ^^^
    3 │ if (a == 2) {}
    4 │ var b;
  
  i 'a' is never reassigned.
  
    1 │ debugger;
  > 2 │ let a = 1
      │     ^
    3 │ if (a == 2) {}
    4 │ var b;
  
  i Safe fix: Use const instead.
  
    1 1 │   debugger;
    2   │ - let·a·=·1
      2 │ + const·a·=·1
    3 3 │   if (a == 2) {}
    4 4 │   var b;
  

x.js:4:5 lint/correctness/noUnusedVariables  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This variable b is unused.
  
    2 │ let a = 1
    3 │ if (a == 2) {}
  > 4 │ var b;
      │     ^
    5 │ 
  
  i Unused variables are often the result of typos, incomplete refactors, or other sources of bugs.
  
  i Unsafe fix: If this is intentional, prepend b with an underscore.
  
    2 2 │   let a = 1
    3 3 │   if (a == 2) {}
    4   │ - var·b;
      4 │ + var·_b;
    5 5 │   
  

y.js:1:1 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This let declares a variable that is only assigned once.
  
  > 1 │ let a = ;
      │ ^^^
  
  i 'a' is never reassigned.
  
  > 1 │ let a = ;
      │     ^
  
  i Safe fix: Use const instead.
  
  - let·a·=·;
  + const·a·=·;
  

y.js:1:5 lint/correctness/noUnusedVariables  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This variable a is unused.
  
  > 1 │ let a = ;
      │     ^
  
  i Unused variables are often the result of typos, incomplete refactors, or other sources of bugs.
  
  i Unsafe fix: If this is intentional, prepend a with an underscore.
  
  - let·a·=·;
  + let·_a·=·;
  

a.ts:2:1 assist/source/organizeImports  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Some imports or exports are not organized.
  
    1 │ export const a: number = "x";
  > 2 │ import { b } from "./none.js";
      │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  > 3 │ function f(x: {
  > 4 │   q: number }) { return x; }
      │   ^^^^^^^^^^^^^^^^^^^^^^^^^^
    5 │ f({ q: "1" });
    6 │ 
  
  i This statement must be preceded by a blank line. Add a newline before this statement.
  
    1 │ export const a: number = "x";
  > 2 │ import { b } from "./none.js";
      │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    3 │ function f(x: {
    4 │   q: number }) { return x; }
  
  i This statement must be preceded by a blank line. Add a newline before this statement.
  
    1 │ export const a: number = "x";
    2 │ import { b } from "./none.js";
  > 3 │ function f(x: {
      │ ^^^^^^^^^^^^^^^
  > 4 │   q: number }) { return x; }
      │   ^^^^^^^^^^^^^^^^^^^^^^^^^^
    5 │ f({ q: "1" });
    6 │ 
  
  i Safe fix: Organize imports and exports (Biome)
  
    1 1 │   export const a: number = "x";
      2 │ + 
    2 3 │   import { b } from "./none.js";
      4 │ + 
    3 5 │   function f(x: {
    4 6 │     q: number }) { return x; }
  

a.ts format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Formatter would have printed the following content:
  
    1 1 │   export const a: number = "x";
    2 2 │   import { b } from "./none.js";
    3   │ - function·f(x:·{
    4   │ - ··q:·number·})·{·return·x;·}
      3 │ + function·f(x:·{·q:·number·})·{
      4 │ + → return·x;
      5 │ + }
    5 6 │   f({ q: "1" });
    6 7 │   
  

x.js:1:1 lint/suspicious/noDebugger  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × This is an unexpected use of the debugger statement.
  
  > 1 │ debugger;
      │ ^^^^^^^^^
    2 │ let a = 1
    3 │ if (a == 2) {}
  
  i Unsafe fix: Remove debugger statement
  
    1 │ debugger;
      │ ---------

x.js:3:7 lint/suspicious/noDoubleEquals  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Using == may be unsafe if you are relying on type coercion.
  
    1 │ debugger;
    2 │ let a = 1
  > 3 │ if (a == 2) {}
      │       ^^
    4 │ var b;
    5 │ 
  
  i == is only allowed when comparing against null.
  
  i Unsafe fix: Use === instead.
  
    3 │ if·(a·===·2)·{}
      │         +      

x.js format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Formatter would have printed the following content:
  
    1 1 │   debugger;
    2   │ - let·a·=·1
    3   │ - if·(a·==·2)·{}
      2 │ + let·a·=·1;
      3 │ + if·(a·==·2)·{
      4 │ + }
    4 5 │   var b;
    5 6 │   
  

y.js:1:9 parse ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Expected an expression, or an assignment but instead found ';'.
  
  > 1 │ let a = ;
      │         ^
  
  i Expected an expression, or an assignment here.
  
  > 1 │ let a = ;
      │         ^
  

y.js format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Code formatting aborted due to parsing errors. To format code with errors, enable the 'formatter.formatWithErrors' option.
  

Checked 3 files in 4ms. No fixes applied.
Found 7 errors.
Found 5 warnings.
check ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Some errors were emitted while running checks.
  `,
    problems: [
      "a.ts:2:8 warning lint/correctness/noUnusedImports This import is unused.",
      "x.js:2:1 warning lint/style/useConst This let declares a variable that is only assigned once.",
      "x.js:4:5 warning lint/correctness/noUnusedVariables This variable b is unused.",
      "y.js:1:1 warning lint/style/useConst This let declares a variable that is only assigned once.",
      "y.js:1:5 warning lint/correctness/noUnusedVariables This variable a is unused.",
      "a.ts:2:1 error assist/source/organizeImports Some imports or exports are not organized.",
      "a.ts error format Formatter would have printed the following content:",
      "x.js:1:1 error lint/suspicious/noDebugger This is an unexpected use of the debugger statement.",
      "x.js:3:7 error lint/suspicious/noDoubleEquals Using == may be unsafe if you are relying on type coercion.",
      "x.js error format Formatter would have printed the following content:",
      "y.js:1:9 error parse Expected an expression, or an assignment but instead found ';'.",
      "y.js error format Code formatting aborted due to parsing errors. To format code with errors, enable the 'formatter.formatWithErrors' option.",
    ],
  },
  "biome github": {
    output: `::warning title=lint/style/useConst,file=/work/project/x.js,line=2,endLine=2,col=1,endColumn=4::This let declares a variable that is only assigned once.
::warning title=lint/correctness/noUnusedVariables,file=/work/project/x.js,line=4,endLine=4,col=5,endColumn=6::This variable b is unused.
::error title=lint/suspicious/noDebugger,file=/work/project/x.js,line=1,endLine=1,col=1,endColumn=10::This is an unexpected use of the debugger statement.
::error title=lint/suspicious/noDoubleEquals,file=/work/project/x.js,line=3,endLine=3,col=7,endColumn=9::Using == may be unsafe if you are relying on type coercion.
::error title=format,file=/work/project/x.js,line=1,endLine=1,col=2,endColumn=2::Formatter would have printed the following content:
check ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Some errors were emitted while running checks.
  `,
    problems: [
      "x.js:2:1 warning lint/style/useConst This let declares a variable that is only assigned once.",
      "x.js:4:5 warning lint/correctness/noUnusedVariables This variable b is unused.",
      "x.js:1:1 error lint/suspicious/noDebugger This is an unexpected use of the debugger statement.",
      "x.js:3:7 error lint/suspicious/noDoubleEquals Using == may be unsafe if you are relying on type coercion.",
      "x.js:1:2 error format Formatter would have printed the following content:",
    ],
  },
  vitest: {
    output: `
 RUN  v4.1.12 /work/project

 ❯ src/a.test.ts (3 tests | 2 failed) 7ms
     × adds > up 5ms
     × throws 0ms
     ✓ fine 0ms
 ❯ src/b.test.ts (0 test)

⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/b.test.ts [ src/b.test.ts ]
Error: No test suite found in file /work/project/src/b.test.ts
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/3]⎯


⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts > adder > adds > up
AssertionError: expected 2 to be 3 // Object.is equality

- Expected
+ Received

- 3
+ 2

 ❯ src/a.test.ts:3:41
      1| import { describe, it, expect } from "vitest";
      2| describe("adder", () => {
      3|   it("adds > up", () => { expect(1 + 1).toBe(3); });
       |                                         ^
      4|   it("throws", () => { throw new Error("boom\\nsecond"); });
      5|   it("fine", () => {});

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[2/3]⎯

 FAIL  src/a.test.ts > adder > throws
Error: boom
second
 ❯ src/a.test.ts:4:30
      2| describe("adder", () => {
      3|   it("adds > up", () => { expect(1 + 1).toBe(3); });
      4|   it("throws", () => { throw new Error("boom\\nsecond"); });
       |                              ^
      5|   it("fine", () => {});
      6| });

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[3/3]⎯


 Test Files  2 failed (2)
      Tests  2 failed | 1 passed (3)
   Start at  06:36:13
   Duration  330ms (transform 18ms, setup 0ms, import 34ms, tests 7ms, environment 0ms)`,
    problems: [
      "src/b.test.ts error - Error: No test suite found in file /work/project/src/b.test.ts",
      "src/a.test.ts:3:41 error - adder > adds > up: AssertionError: expected 2 to be 3 // Object.is equality",
      "src/a.test.ts:4:30 error - adder > throws: Error: boom",
    ],
  },
  jest: {
    output: `FAIL ./a.test.js
  ● adder › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 2

      1 | describe("adder", () => {
    > 2 |   it("adds", () => { expect(1 + 1).toBe(3); });
        |                                    ^
      3 |   it("throws", () => { throw new Error("boom"); });
      4 | });
      5 |

      at Object.toBe (a.test.js:2:36)

  ● adder › throws

    boom

      1 | describe("adder", () => {
      2 |   it("adds", () => { expect(1 + 1).toBe(3); });
    > 3 |   it("throws", () => { throw new Error("boom"); });
        |                              ^
      4 | });
      5 |

      at Object.<anonymous> (a.test.js:3:30)

FAIL sub/b.test.js
  ● Test suite failed to run

    Cannot find module './nope' from 'sub/b.test.js'

    > 1 | require("./nope");
        |                  ^
      2 |

      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/resolver.js:427:11)
      at Object.<anonymous> (sub/b.test.js:1:18)

Test Suites: 2 failed, 2 total
Tests:       2 failed, 2 total
Snapshots:   0 total
Time:        0.193 s, estimated 1 s
Ran all test suites.`,
    problems: [
      "a.test.js:2:36 error - adder › adds: expect(received).toBe(expected) // Object.is equality; Expected: 3; Received: 2",
      "a.test.js:3:30 error - adder › throws: boom",
      "sub/b.test.js:1:18 error - Test suite failed to run: Cannot find module './nope' from 'sub/b.test.js'",
    ],
  },
  pytest: {
    output: `============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.0.3, pluggy-1.6.0
benchmark: 5.2.3 (defaults: timer=time.perf_counter disable_gc=False min_rounds=5 min_time=0.000005 max_time=1.0 calibration_precision=10 warmup=False warmup_iterations=100000)
rootdir: /work/project
plugins: hypothesis-6.155.2, benchmark-5.2.3
collected 3 items

test_a.py FFE                                                            [100%]

==================================== ERRORS ====================================
___________________________ ERROR at setup of test_c ___________________________

    @pytest.fixture
    def bad():
>       raise KeyError("k")
E       KeyError: 'k'

test_a.py:11: KeyError
=================================== FAILURES ===================================
____________________________________ test_a ____________________________________

    def test_a():
>       assert [1] == [2], "no"
E       AssertionError: no
E       assert [1] == [2]
E         
E         At index 0 diff: 1 != 2
E         
E         Full diff:
E           [
E         -     2,
E         ?     ^
E         +     1,
E         ?     ^
E           ]

test_a.py:3: AssertionError
_________________________________ TestX.test_b _________________________________

self = <test_a.TestX object at 0x7fca8d72c550>

    def test_b(self):
>       raise ValueError("boom")
E       ValueError: boom

test_a.py:7: ValueError
=========================== short test summary info ============================
FAILED test_a.py::test_a - AssertionError: no
assert [1] == [2]
  
  At index 0 diff: 1 != 2
  
  Full diff:
    [
  -     2,
  ?     ^
  +     1,
  ?     ^
    ]
FAILED test_a.py::TestX::test_b - ValueError: boom
ERROR test_a.py::test_c - KeyError: 'k'
========================== 2 failed, 1 error in 0.73s ==========================`,
    problems: [
      "test_a.py:11 error - test_c: KeyError: 'k'",
      "test_a.py:3 error - test_a: AssertionError: no",
      "test_a.py:7 error - TestX.test_b: ValueError: boom",
    ],
  },
  "pytest, a file that cannot be imported": {
    output: `============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.0.3, pluggy-1.6.0
benchmark: 5.2.3 (defaults: timer=time.perf_counter disable_gc=False min_rounds=5 min_time=0.000005 max_time=1.0 calibration_precision=10 warmup=False warmup_iterations=100000)
rootdir: /work/project
plugins: hypothesis-6.155.2, benchmark-5.2.3
collected 0 items / 1 error

==================================== ERRORS ====================================
__________________________ ERROR collecting test_b.py __________________________
ImportError while importing test module '/work/project/test_b.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/root/.pyenv/versions/3.11.7/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
test_b.py:1: in <module>
    import nope
E   ModuleNotFoundError: No module named 'nope'
=========================== short test summary info ============================
ERROR test_b.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.65s ===============================`,
    problems: ["test_b.py:1 error - test_b.py: ModuleNotFoundError: No module named 'nope'"],
  },
  "pytest --tb=short": {
    output: `FFE                                                                      [100%]
==================================== ERRORS ====================================
___________________________ ERROR at setup of test_c ___________________________
test_a.py:11: in bad
    raise KeyError("k")
E   KeyError: 'k'
=================================== FAILURES ===================================
____________________________________ test_a ____________________________________
test_a.py:3: in test_a
    assert [1] == [2], "no"
E   AssertionError: no
E   assert [1] == [2]
E     
E     At index 0 diff: 1 != 2
E     
E     Full diff:
E       [
E     -     2,
E     ?     ^
E     +     1,
E     ?     ^
E       ]
_________________________________ TestX.test_b _________________________________
test_a.py:7: in test_b
    raise ValueError("boom")
E   ValueError: boom
=========================== short test summary info ============================
FAILED test_a.py::test_a - AssertionError: no
assert [1] == [2]
  
  At index 0 diff: 1 != 2
  
  Full diff:
    [
  -     2,
  ?     ^
  +     1,
  ?     ^
    ]
FAILED test_a.py::TestX::test_b - ValueError: boom
ERROR test_a.py::test_c - KeyError: 'k'
2 failed, 1 error in 0.52s`,
    problems: [
      "test_a.py:11 error - test_c: KeyError: 'k'",
      "test_a.py:3 error - test_a: AssertionError: no",
      "test_a.py:7 error - TestX.test_b: ValueError: boom",
    ],
  },
  "pytest --tb=no": {
    output: `FFE                                                                      [100%]
=========================== short test summary info ============================
FAILED test_a.py::test_a - AssertionError: no
assert [1] == [2]
  
  At index 0 diff: 1 != 2
  
  Full diff:
    [
  -     2,
  ?     ^
  +     1,
  ?     ^
    ]
FAILED test_a.py::TestX::test_b - ValueError: boom
ERROR test_a.py::test_c - KeyError: 'k'
2 failed, 1 error in 0.70s`,
    problems: [
      "test_a.py error - test_a: AssertionError: no",
      "test_a.py error - TestX.test_b: ValueError: boom",
      "test_a.py error - test_c: KeyError: 'k'",
    ],
  },
  "ruff concise": {
    output: `pkg/a.py:1:1: I001 [*] Import block is un-sorted or un-formatted
pkg/a.py:1:8: F401 [*] \`os\` imported but unused
test_a.py:1:1: I001 [*] Import block is un-sorted or un-formatted
test_b.py:1:8: F401 [*] \`nope\` imported but unused
Found 4 errors.
[*] 4 fixable with the \`--fix\` option.`,
    problems: [
      "pkg/a.py:1:1 error I001 Import block is un-sorted or un-formatted",
      "pkg/a.py:1:8 error F401 `os` imported but unused",
      "test_a.py:1:1 error I001 Import block is un-sorted or un-formatted",
      "test_b.py:1:8 error F401 `nope` imported but unused",
    ],
  },
  ruff: {
    output: `I001 [*] Import block is un-sorted or un-formatted
 --> pkg/a.py:1:1
  |
1 | import os
  | ^^^^^^^^^
2 |
3 | def f(x: int) -> str:
  |
help: Organize imports
  |
2 |
3 +
4 | def f(x: int) -> str:
  |

F401 [*] \`os\` imported but unused
 --> pkg/a.py:1:8
  |
1 | import os
  |        ^^
2 |
3 | def f(x: int) -> str:
  |
help: Remove unused import: \`os\`
  |
  - import os
1 |
  |

I001 [*] Import block is un-sorted or un-formatted
 --> test_a.py:1:1
  |
1 | import pytest
  | ^^^^^^^^^^^^^
2 | def test_a():
3 |     assert [1] == [2], "no"
  |
help: Organize imports
  |
1 | import pytest
2 +
3 +
4 | def test_a():
  |

F401 [*] \`nope\` imported but unused
 --> test_b.py:1:8
  |
1 | import nope
  |        ^^^^
help: Remove unused import: \`nope\`
  |
  - import nope
  |

Found 4 errors.
[*] 4 fixable with the \`--fix\` option.`,
    problems: [
      "pkg/a.py:1:1 error I001 Import block is un-sorted or un-formatted",
      "pkg/a.py:1:8 error F401 `os` imported but unused",
      "test_a.py:1:1 error I001 Import block is un-sorted or un-formatted",
      "test_b.py:1:8 error F401 `nope` imported but unused",
    ],
  },
  "ruff format": {
    output: `unformatted: File would be reformatted
 --> pkg/a.py:3:1
  |
2 |
3 +
4 | def f(x: int) -> str:
5 |     return x
6 |
7 +
8 | f("a")
  |

unformatted: File would be reformatted
  --> test_a.py:2:1
   |
1  | import pytest
2  +
3  +
4  | def test_a():
5  |     assert [1] == [2], "no"
6  |
7  +
8  | class TestX:
9  |     def test_b(self):
10 |         raise ValueError("boom")
11 |
12 +
13 | @pytest.fixture
14 | def bad():
15 |     raise KeyError("k")
16 |
17 +
18 | def test_c(bad):
   |

2 files would be reformatted, 1 file already formatted`,
    problems: [
      "pkg/a.py:3:1 error unformatted File would be reformatted",
      "test_a.py:2:1 error unformatted File would be reformatted",
    ],
  },
  mypy: {
    output: `pkg/a.py:4: error: Incompatible return value type (got "int", expected "str")  [return-value]
pkg/a.py:6: error: Argument 1 to "f" has incompatible type "str"; expected "int"  [arg-type]
Found 2 errors in 1 file (checked 1 source file)`,
    problems: [
      'pkg/a.py:4 error return-value Incompatible return value type (got "int", expected "str")',
      'pkg/a.py:6 error arg-type Argument 1 to "f" has incompatible type "str"; expected "int"',
    ],
  },
  "mypy with columns": {
    output: `pkg/a.py:4:12:4:12: error: Incompatible return value type (got "int", expected "str")  [return-value]
pkg/a.py:6:3:6:5: error: Argument 1 to "f" has incompatible type "str"; expected "int"  [arg-type]
Found 2 errors in 1 file (checked 1 source file)`,
    problems: [
      'pkg/a.py:4:12 error return-value Incompatible return value type (got "int", expected "str")',
      'pkg/a.py:6:3 error arg-type Argument 1 to "f" has incompatible type "str"; expected "int"',
    ],
  },
  "mypy json": {
    output: `{"file": "pkg/a.py", "line": 4, "column": 11, "end_line": 4, "end_column": 12, "message": "Incompatible return value type (got \\"int\\", expected \\"str\\")", "hint": null, "code": "return-value", "severity": "error"}
{"file": "pkg/a.py", "line": 6, "column": 2, "end_line": 6, "end_column": 5, "message": "Argument 1 to \\"f\\" has incompatible type \\"str\\"; expected \\"int\\"", "hint": null, "code": "arg-type", "severity": "error"}`,
    problems: [
      'pkg/a.py:4:12 error return-value Incompatible return value type (got "int", expected "str")',
      'pkg/a.py:6:3 error arg-type Argument 1 to "f" has incompatible type "str"; expected "int"',
    ],
  },
  cargo: {
    output: `    Checking s v0.1.0 (/work/project)
error[E0308]: mismatched types
 --> src/lib.rs:1:37
  |
1 | pub fn f() -> u32 { let unused = 1; "a" }
  |               ---                   ^^^ expected \`u32\`, found \`&str\`
  |               |
  |               expected \`u32\` because of return type

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`s\` (lib) due to 1 previous error`,
    problems: ["src/lib.rs:1:37 error E0308 mismatched types"],
  },
  "cargo json": {
    output: `    Checking s v0.1.0 (/work/project)
{"reason":"compiler-message","package_id":"path+file:///work/project#s@0.1.0","manifest_path":"/work/project/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"s","src_path":"/work/project/src/lib.rs","edition":"2021","doc":true,"doctest":true,"test":true},"message":{"rendered":"error[E0308]: mismatched types\\n --> src/lib.rs:1:37\\n  |\\n1 | pub fn f() -> u32 { let unused = 1; \\"a\\" }\\n  |               ---                   ^^^ expected \`u32\`, found \`&str\`\\n  |               |\\n  |               expected \`u32\` because of return type\\n\\n","$message_type":"diagnostic","children":[],"level":"error","message":"mismatched types","spans":[{"byte_end":39,"byte_start":36,"column_end":40,"column_start":37,"expansion":null,"file_name":"src/lib.rs","is_primary":true,"label":"expected \`u32\`, found \`&str\`","line_end":1,"line_start":1,"suggested_replacement":null,"suggestion_applicability":null,"text":[{"highlight_end":40,"highlight_start":37,"text":"pub fn f() -> u32 { let unused = 1; \\"a\\" }"}]},{"byte_end":17,"byte_start":14,"column_end":18,"column_start":15,"expansion":null,"file_name":"src/lib.rs","is_primary":false,"label":"expected \`u32\` because of return type","line_end":1,"line_start":1,"suggested_replacement":null,"suggestion_applicability":null,"text":[{"highlight_end":18,"highlight_start":15,"text":"pub fn f() -> u32 { let unused = 1; \\"a\\" }"}]}],"code":{"code":"E0308","explanation":"Expected type did not match the received type.\\n\\nErroneous code examples:\\n\\n\`\`\`compile_fail,E0308\\nfn plus_one(x: i32) -> i32 {\\n    x + 1\\n}\\n\\nplus_one(\\"Not a number\\");\\n//       ^^^^^^^^^^^^^^ expected \`i32\`, found \`&str\`\\n\\nif \\"Not a bool\\" {\\n// ^^^^^^^^^^^^ expected \`bool\`, found \`&str\`\\n}\\n\\nlet x: f32 = \\"Not a float\\";\\n//     ---   ^^^^^^^^^^^^^ expected \`f32\`, found \`&str\`\\n//     |\\n//     expected due to this\\n\`\`\`\\n\\nThis error occurs when an expression was used in a place where the compiler\\nexpected an expression of a different type. It can occur in several cases, the\\nmost common being when calling a function and passing an argument which has a\\ndifferent type than the matching type in the function declaration.\\n"}}}
{"reason":"compiler-message","package_id":"path+file:///work/project#s@0.1.0","manifest_path":"/work/project/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"s","src_path":"/work/project/src/lib.rs","edition":"2021","doc":true,"doctest":true,"test":true},"message":{"rendered":"For more information about this error, try \`rustc --explain E0308\`.\\n","$message_type":"diagnostic","children":[],"level":"failure-note","message":"For more information about this error, try \`rustc --explain E0308\`.","spans":[],"code":null}}
error: could not compile \`s\` (lib) due to 1 previous error
{"reason":"build-finished","success":false}`,
    problems: ["src/lib.rs:1:37 error E0308 mismatched types"],
  },
  "cargo short": {
    output: `    Checking s v0.1.0 (/work/project)
src/lib.rs:1:37: error[E0308]: mismatched types: expected \`u32\`, found \`&str\`
error: could not compile \`s\` (lib) due to 1 previous error`,
    problems: ["src/lib.rs:1:37 error E0308 mismatched types: expected `u32`, found `&str`"],
  },
  "cargo clippy": {
    output: `    Checking s v0.1.0 (/work/project)
warning: unneeded \`return\` statement
 --> src/lib.rs:1:32
  |
1 | pub fn f(x: Vec<u32>) -> u32 { return x.len() as u32; }
  |                                ^^^^^^^^^^^^^^^^^^^^^
  |
  = help: for further information visit https://rust-lang.github.io/rust-clippy/rust-1.95.0/index.html#needless_return
  = note: \`#[warn(clippy::needless_return)]\` on by default
help: remove \`return\`
  |
1 - pub fn f(x: Vec<u32>) -> u32 { return x.len() as u32; }
1 + pub fn f(x: Vec<u32>) -> u32 { x.len() as u32}
  |

warning: \`s\` (lib) generated 1 warning (run \`cargo clippy --fix --lib -p s -- \` to apply 1 suggestion)
    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in 0.07s`,
    problems: ["src/lib.rs:1:32 warning clippy::needless_return unneeded `return` statement"],
  },
  "cargo test": {
    output: `   Compiling s v0.1.0 (/work/project)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.18s
     Running unittests src/lib.rs (target/debug/deps/s-24e37855374093c6)

running 1 test
test t ... FAILED

failures:

---- t stdout ----

thread 't' (32255) panicked at src/lib.rs:3:10:
assertion \`left == right\` failed
  left: 1
 right: 2
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    t

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\``,
    problems: ["src/lib.rs:3:10 error - t: assertion `left == right` failed"],
  },
  gcc: {
    output: `m2.c: In function ‘main’:
m2.c:1:21: warning: initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast [-Wint-conversion]
    1 | int main(){ int x = "a"; return y; }
      |                     ^~~
m2.c:1:33: error: ‘y’ undeclared (first use in this function)
    1 | int main(){ int x = "a"; return y; }
      |                                 ^
m2.c:1:33: note: each undeclared identifier is reported only once for each function it appears in
m2.c:1:17: warning: unused variable ‘x’ [-Wunused-variable]
    1 | int main(){ int x = "a"; return y; }
      |                 ^
m.c:1:10: fatal error: n.h: No such file or directory
    1 | #include "n.h"
      |          ^~~~~
compilation terminated.`,
    problems: [
      "m2.c:1:21 warning -Wint-conversion initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast",
      "m2.c:1:33 error - ‘y’ undeclared (first use in this function)",
      "m2.c:1:17 warning -Wunused-variable unused variable ‘x’",
      "m.c:1:10 error - n.h: No such file or directory",
    ],
  },
  "eslint unix": {
    output: `/work/project/x.js:1:1: Unexpected 'debugger' statement. [Error/no-debugger]
/work/project/x.js:3:7: Expected '===' and instead saw '=='. [Warning/eqeqeq]

2 problems`,
    problems: [
      "x.js:1:1 error no-debugger Unexpected 'debugger' statement.",
      "x.js:3:7 warning eqeqeq Expected '===' and instead saw '=='.",
    ],
  },
  "eslint compact": {
    output: `/work/project/x.js: line 1, col 1, Error - Unexpected 'debugger' statement. (no-debugger)
/work/project/x.js: line 3, col 7, Warning - Expected '===' and instead saw '=='. (eqeqeq)

2 problems`,
    problems: [
      "x.js:1:1 error no-debugger Unexpected 'debugger' statement.",
      "x.js:3:7 warning eqeqeq Expected '===' and instead saw '=='.",
    ],
  },
  "go vet": {
    output: `# example.com/x
# [example.com/x]
./main.go:6:2: fmt.Printf format %d has arg "a" of wrong type string
vet: pkg/b.go:3:9: undefined: y`,
    problems: [
      'main.go:6:2 error - fmt.Printf format %d has arg "a" of wrong type string',
      "pkg/b.go:3:9 error - undefined: y",
    ],
  },
  "go build": {
    output: `# example.com/x
./main.go:5:2: undefined: x
./main.go:9:14: cannot use "a" (untyped string constant) as int value in return statement`,
    problems: [
      "main.go:5:2 error - undefined: x",
      'main.go:9:14 error - cannot use "a" (untyped string constant) as int value in return statement',
    ],
  },
  "go test": {
    output: `--- FAIL: TestAdd (0.00s)
    add_test.go:6: got 3, want 2
    --- FAIL: TestAdd/zero (0.00s)
        add_test.go:12: got 1, want 0
FAIL
FAIL	example.com/x	0.002s
ok  	example.com/x/y	0.001s
FAIL`,
    problems: [
      "add_test.go:6 error - TestAdd: got 3, want 2",
      "add_test.go:12 error - TestAdd/zero: got 1, want 0",
    ],
  },
  prettier: {
    output: `Checking formatting...
[warn] src/a.ts
[warn] src/b.css
[warn] Code style issues found in 2 files. Run Prettier with --write to fix.`,
    problems: ["src/a.ts error - is not formatted", "src/b.css error - is not formatted"],
  },
  clang: {
    output: `src/m.c:3:5: error: use of undeclared identifier 'y'
    3 |     y = 1;
      |     ^
src/m.c:9:10: warning: unused variable 'z' [-Wunused-variable]
2 errors generated.`,
    problems: [
      "src/m.c:3:5 error - use of undeclared identifier 'y'",
      "src/m.c:9:10 warning -Wunused-variable unused variable 'z'",
    ],
  },
};
