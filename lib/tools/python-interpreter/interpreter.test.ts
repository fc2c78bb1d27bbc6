import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPythonPool, type InterpreterPool } from "./interpreter-pool.ts";
import { describeCellEnd } from "./python-interpreter.ts";

const LIMITS = { timeoutMs: 18_000, memoryMb: 256 };
const never = new AbortController().signal;
let pool: InterpreterPool;

beforeAll(async () => {
  pool = createPythonPool(LIMITS, 3);
  await pool.warm();
});
afterAll(() => pool.close());

async function python(code: string, conversationId = "one") {
  return describeCellEnd(await pool.run(conversationId, code, never), LIMITS);
}

describe("a cell", () => {
  it("gives fibonacci(90)", async () => {
    const code =
      "def fibonacci(n):\n  a, b = 0, 1\n  for _ in range(n): a, b = b, a + b\n  return a\nfibonacci(90)";
    expect(await python(code)).toMatchObject({ outcome: "ok", content: "2880067194370816120" });
  });

  it("keeps names, classes and imports for the next one, and `_` for the last value", async () => {
    await python(
      "import math\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n  x: int\np = P(6)",
    );
    expect((await python("p.x * 7")).content).toBe("42");
    expect((await python("_ + math.floor(0.5)")).content).toBe("42");
    expect((await python("import pickle\npickle.loads(pickle.dumps(p))")).content).toBe("P(x=6)");
  });

  it("keeps one conversation's names from another", async () => {
    await python("mine = 1");
    const other = await python("mine", "two");
    expect(other.outcome).toBe("failed");
    expect(other.content).toContain("NameError");
    expect(other.content).toContain("has just started");
  });

  it("shows what was printed, then errors, then the value, each under its name", async () => {
    const { content } = await python(
      "import sys\nprint('out')\nprint('err', file=sys.stderr)\n'val'",
    );
    expect(content).toBe("out\n[stderr]\nerr\n[value]\n'val'");
    expect((await python("print('only')")).content).toBe("only");
    expect((await python("x = 1")).content).toContain("without output");
    expect((await python("None")).content).toContain("without output");
  });

  it("says in a short traceback what went wrong, and what was printed before", async () => {
    const { outcome, content } = await python(
      "import json\ndef f(t):\n  return json.loads(t)\nprint('begun')\nf('{')",
    );
    expect(outcome).toBe("failed");
    expect(content).toMatch(/^begun\n\[error\]\nTraceback/);
    expect(content).toContain("line 3, in f\n    return json.loads(t)");
    expect(content).toContain("JSONDecodeError: Expecting property name");
    expect(content).not.toContain("_halfsilver");
    expect(content).not.toContain(process.cwd());
    expect(content.split("\n").length).toBeLessThan(16);
  });

  it("points at a syntax error", async () => {
    const { outcome, content } = await python("x = (");
    expect(outcome).toBe("failed");
    expect(content).toMatch(/^ {2}File "<cell \d+>", line 1\n {4}x = \(\n/);
    expect(content).toContain("SyntaxError: '(' was never closed");
  });

  it("survives errors that fight back", async () => {
    const rude =
      "class E(BaseException):\n  def __str__(self): raise self\n  __repr__ = __str__\nraise E()";
    expect((await python(rude)).content).toContain("E");
    expect((await python("def r(): return r()\nr()")).content).toContain("RecursionError");
    expect((await python("exit()")).outcome).toBe("ok");
    expect((await python("import sys\nsys.exit(3)")).content).toBe("SystemExit: 3");
    expect(
      (await python("class V:\n  def __repr__(self): raise KeyboardInterrupt\nV()")).outcome,
    ).toBe("failed");
    expect((await python("1 + 1")).content).toBe("2");
  });

  it("awaits, at the top and in asyncio.run", async () => {
    const code = "import asyncio\nasync def f(n):\n  await asyncio.sleep(0.01)\n  return n\n";
    expect((await python(`${code}sum(await asyncio.gather(f(1), f(2)))`)).content).toBe("3");
    expect((await python("asyncio.run(f(5))")).content).toBe("5");
  });

  it("cuts a flood and says so", async () => {
    const printed = await python("print('é' * 4_000_000)");
    expect(printed.content).toContain("[cut: 16000 of 8000001 bytes shown]");
    expect(printed.content).not.toContain("\uFFFD");
    expect(Buffer.byteLength(printed.content)).toBeLessThan(17_000);
    expect((await python("'y' * 10_000_000")).content).toContain("characters shown]");
    const raised = await python("raise ValueError('z' * 10_000_000)");
    expect(raised.content).toContain("characters left out");
    expect(raised.content.length).toBeLessThan(5_000);
  });

  it("answers text that is no proper text", async () => {
    expect((await python("'\\ud800'")).content).toBe("'\\ud800'");
    expect((await python('"\\N{GRINNING FACE} ✓"')).content).toBe("'😀 ✓'");
    expect((await python("a = 1\0")).outcome).toBe("failed");
  });

  it("has no input and no packages, and says so at once", async () => {
    expect((await python("input('name? ')")).content).toContain("EOFError");
    expect((await python("import numpy")).content).toMatch(
      /ModuleNotFoundError: No module named 'numpy'$/,
    );
  });

  it("is seeded anew in every process", async () => {
    const code = "import random, uuid\nrandom.random(), uuid.uuid4()";
    expect((await python(code, "three")).content).not.toBe((await python(code, "four")).content);
  });
});
