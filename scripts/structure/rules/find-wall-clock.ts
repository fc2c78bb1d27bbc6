/** Tests wait for events and compare no elapsed time: on a busy machine everything takes longer. */
import { isNode, lineAt, type Node, type Source, walk } from "../parse-source.ts";

/** What remains, mostly of tests that kill, freeze and fill what runs. A file that needs no clock leaves the list. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "e2e/cluster/pages.spec.ts": "for how long a page shows less after a kill is the promise",
  "e2e/cluster/policy-changes.spec.ts": "how soon a policy is in force is the promise",
  "e2e/cluster/soak.spec.ts": "goes on for a given time",
  "e2e/cluster/trouble.spec.ts":
    "a frozen process loses its lease after its time; a slow disk is slow",
  "e2e/fixtures/cluster/converse.ts": "people press again after a pause, and look for how long",
  "e2e/fixtures/cluster/hold-log.ts": "looks for a lock until a turn is over",
  "e2e/fixtures/cluster/other-version.ts": "prints how long a build took",
  "e2e/fixtures/cluster/start-cluster.ts": "PostgreSQL stays away for a given time",
  "e2e/fixtures/people/busy-admin.ts": "an admin reads for a while",
  "e2e/fixtures/people/busy-person.ts": "people read for a while",
  "e2e/faults/crash.spec.ts": "for how long a page shows less after a kill is the promise",
  "e2e/faults/database-away.spec.ts":
    "answers end within the promised time while it stays away for longer",
  "e2e/faults/honest-trail.spec.ts": "people are at it for a given time",
  "e2e/faults/full-disk.spec.ts": "answers end within the promised time",
  "lib/coordinator/memory/strict-walk.test.ts":
    "a walk of a thousand turns has time for each of them",
  "lib/tools/python-interpreter/escape.test.ts": "looks at the memory of a process while it runs",
  "scripts/testing/until.ts": "the one wait that looks again",
};

/** Names of durations, so that `Date.now() - DAY_MS` is a moment and not a measurement. */
const DURATION = /(?:Ms|MS)$/;
/** Names of what was measured by a clock. */
const MEASURED = /^(?:took|elapsed|lasted|shorterFor|duration)(?:Ms)?$|^(?:took|shorterFor)\w*Ms$/;
const ORDERED = new Set(["<", "<=", ">", ">="]);
const ORDERED_MATCHER = /^toBe(?:Less|Greater)Than(?:OrEqual)?$/;
/** They need a limit of their own, because their default is a second; that of `expect.poll` is set in vitest.config.ts. */
const WAITS = new Set(["vi.waitFor", "vi.waitUntil"]);
/** They run by hand. How long a fault may last is their promise. */
const BY_HAND = /^e2e\/(?:(?:fixtures\/)?cluster|faults|pictures)\//;

/** @returns one line for each sleep, measured time and short wait of a test or a fixture */
export function findWallClock(source: Source): string[] {
  const found: string[] = [];
  const report = (node: Node, what: string) =>
    found.push(`${source.path}:${lineAt(source, node.start)} ${what}`);
  const moments = new Set(source.body.flatMap(momentsOf));
  const isMoment = (node: unknown): boolean =>
    isNode(node) &&
    (node.type === "LogicalExpression"
      ? isMoment(node.left) || isMoment(node.right)
      : readsClock(node) || moments.has(nameOf(node) ?? ""));
  const repeated = source.body.flatMap(repeatedIn);
  const isRepeated = ({ start, end }: Node) =>
    repeated.some((work) => work.start <= start && end <= work.end);
  for (const statement of source.body) {
    walk(statement, (node) => {
      if (isSleep(node)) report(node, "sleeps");
      if (isElapsed(node, isMoment)) report(node, "measures time");
      if (comparesMeasured(node)) report(node, "expects a measured time");
      if (isShortWait(node)) report(node, "waits for a second by default");
      if (BY_HAND.test(source.path)) return;
      if (isTimer(node)) report(node, "sets a timer");
      if (isOwnLimit(node) && !isRepeated(node)) report(node, "limits its own time");
    });
  }
  return found;
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isNode) : []);

/** `b` of `a.b` and of `b`; optional chains and `!` are looked through. */
function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "MemberExpression") return nameOf(node.property);
  return isNode(node.expression) ? nameOf(node.expression) : null;
}

/** `a.b` as text; null for anything longer. */
function pathOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return String(node.name);
  if (node.type !== "MemberExpression") return null;
  return `${pathOf(node.object)}.${nameOf(node.property)}`;
}

const callOf = (node: Node) => (node.type === "CallExpression" ? pathOf(node.callee) : null);

function readsClock(node: Node): boolean {
  const path = callOf(node);
  return path === "Date.now" || path === "performance.now";
}

/** Also what a function in it returns; but not a date made of it. */
function containsClock(value: Node): boolean {
  let isFound = false;
  const look = (node: Node) => {
    if (node.type === "NewExpression" && nameOf(node.callee) === "Date") return;
    isFound ||= readsClock(node);
    for (const below of Object.values(node))
      for (const child of Array.isArray(below) ? below : [below]) if (isNode(child)) look(child);
  };
  look(value);
  return isFound;
}

/** Names to which a statement gives the time of a clock: as variables, properties or assignments. */
function momentsOf(statement: Node): string[] {
  const names: string[] = [];
  walk(statement, (node) => {
    const value = node.type === "AssignmentExpression" ? node.right : (node.init ?? node.value);
    const target = node.type === "AssignmentExpression" ? node.left : (node.id ?? node.key);
    const name = nameOf(target);
    if (name && isNode(value) && containsClock(value)) names.push(name);
  });
  return names;
}

/** Less than ten seconds of `pg_sleep`: what lasts longer is ended, and not waited for. */
const SQL_SLEEP = /\bpg_sleep\((?!\d{2,}\))/;

/**
 * `waitForTimeout`, a timer as a promise, a promise that a timer resolves, or a statement that sleeps. A timer without a
 * delay only gives way.
 */
function isSleep(node: Node): boolean {
  if (SQL_SLEEP.test(statementOf(node))) return true;
  if (node.type === "ImportDeclaration" && isNode(node.source))
    return (
      /^(?:node:)?timers\/promises$/.test(String(node.source.value)) &&
      listOf(node.specifiers).some(({ imported }) => nameOf(imported) !== "setImmediate")
    );
  if (node.type === "CallExpression") {
    if (nameOf(node.callee) === "waitForTimeout") return true;
    const [first] = listOf(node.arguments);
    return (
      callOf(node) === "once" && first !== undefined && callOf(first) === "AbortSignal.timeout"
    );
  }
  if (node.type !== "NewExpression" || nameOf(node.callee) !== "Promise") return false;
  const [executor] = listOf(node.arguments);
  const resolve = nameOf(listOf(executor?.params)[0]);
  return executor !== undefined && resolve !== null && resolvesLater(executor, resolve);
}

/** The text of sql`…`, or the first argument of a call, where it is a text. */
function statementOf(node: Node): string {
  const text = node.type === "CallExpression" ? listOf(node.arguments)[0] : node.quasi;
  if (!isNode(text)) return "";
  if (text.type === "Literal") return String(text.value);
  return listOf(text.quasis)
    .map(({ value }) => (value as { raw: string }).raw)
    .join("?");
}

function resolvesLater(executor: Node, resolve: string): boolean {
  let isLater = false;
  walk(executor, (node) => {
    if (callOf(node) !== "setTimeout") return;
    const [work, delay] = listOf(node.arguments);
    if (work === undefined || delay === undefined || delay.value === 0) return;
    walk(work, (inner) => {
      if (inner.type === "Identifier" && inner.name === resolve) isLater = true;
    });
  });
  return isLater;
}

function isTimer(node: Node): boolean {
  if (!/^set(?:Timeout|Interval)$/.test(callOf(node) ?? "")) return false;
  const [, delay] = listOf(node.arguments);
  return isFixed(delay) && delay?.value !== 0;
}

/** What `expect(…).toPass()` repeats: how long each look may take ends nothing. */
function repeatedIn(statement: Node): Node[] {
  const found: Node[] = [];
  walk(statement, (node) => {
    if (node.type !== "CallExpression" || nameOf(node.callee) !== "toPass") return;
    const expected = (node.callee as Node).object;
    if (isNode(expected)) found.push(...listOf(expected.arguments));
  });
  return found;
}

const LIMIT = /^(?:test|hook|action|navigation)?[tT]imeout$/;
const LIMITED = /^(?:it|test|(?:before|after)(?:Each|All))\b/;
const SETS_LIMIT = /(?:^AbortSignal\.timeout|\.setTimeout|\.setDefault(?:Navigation)?Timeout)$/;

/**
 * `it("…", work, 5_000)`, or `{ timeout: LIMIT_MS }`: the limits for what hangs stand in vitest.config.ts, in
 * playwright.config.ts and in `PATIENCE`.
 */
function isOwnLimit(node: Node): boolean {
  if (node.type === "Property") return LIMIT.test(nameOf(node.key) ?? "") && isFixed(node.value);
  if (node.type !== "CallExpression") return false;
  const given = listOf(node.arguments);
  if (SETS_LIMIT.test(callOf(node) ?? "")) return isFixed(given[0]);
  const callee = isNode(node.callee) ? (node.callee.callee ?? node.callee) : null;
  const work = given.findIndex(({ type }) => /Function/.test(type));
  return LIMITED.test(pathOf(callee) ?? "") && work >= 0 && isFixed(given[work + 1]);
}

/** A difference or an order of two moments, of which a clock gave at least one. */
function isElapsed(node: Node, isMoment: (node: unknown) => boolean): boolean {
  if (node.type !== "BinaryExpression") return false;
  if (ORDERED.has(String(node.operator))) return isMoment(node.left) && isMoment(node.right);
  if (node.operator !== "-") return false;
  if (isMoment(node.right)) return true;
  return isNode(node.left) && readsClock(node.left) && !isDuration(node.right);
}

/** A number, a product, or a name that says so. */
function isDuration(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "Literal" || node.type === "BinaryExpression") return true;
  return DURATION.test(nameOf(node) ?? "");
}

/** A number, or a constant by its name. */
function isFixed(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "BinaryExpression") return isFixed(node.left) && isFixed(node.right);
  return node.type === "Literal" || /^[A-Z_]+$/.test(nameOf(node) ?? "");
}

/** `expect(answer.tookMs).toBeLessThan(5_000)`: what was measured elsewhere. */
function comparesMeasured(node: Node): boolean {
  if (node.type !== "CallExpression" || !ORDERED_MATCHER.test(nameOf(node.callee) ?? ""))
    return false;
  const [limit] = listOf(node.arguments);
  if (!isFixed(limit) || limit?.value === 0) return false;
  let isMeasured = false;
  walk(node, (inner) => {
    if (inner.type === "CallExpression" && nameOf(inner.callee) === "expect") {
      const [measured] = listOf(inner.arguments);
      const called = measured?.type === "CallExpression" ? measured.callee : measured;
      isMeasured ||= MEASURED.test(nameOf(called) ?? "");
    }
  });
  return isMeasured;
}

function isShortWait(node: Node): boolean {
  if (!WAITS.has(callOf(node) ?? "")) return false;
  return listOf(node.arguments).length < 2;
}
