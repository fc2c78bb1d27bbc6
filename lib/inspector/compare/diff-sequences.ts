import "server-only";
/** The shortest way from one list to another: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986. */

/** An index into each list; null where the item is only on the other side. */
export type Step = { left: number | null; right: number | null };
/** `isExact`: false where the lists are too different, and what lies between their common ends is not aligned. */
export type Difference = { steps: Step[]; isExact: boolean };

/** Items that may be only on one side: beyond it the search would take seconds. */
const EDITS_MAX = 1_500;

/** Aligns items whose keys are equal. O(n + d²) for d items that are only on one side. */
export function diffSequences(left: readonly string[], right: readonly string[]): Difference {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const middle = findPath(left.slice(start, leftEnd), right.slice(start, rightEnd));
  const between = middle ?? replaceAll(leftEnd - start, rightEnd - start);
  const head = Array.from({ length: start }, (_, at): Step => ({ left: at, right: at }));
  const tail = Array.from(
    { length: left.length - leftEnd },
    (_, at): Step => ({ left: leftEnd + at, right: rightEnd + at }),
  );
  const moved = between.map(
    (step): Step => ({
      left: step.left === null ? null : step.left + start,
      right: step.right === null ? null : step.right + start,
    }),
  );
  return { steps: [...head, ...moved, ...tail], isExact: middle !== null };
}

/** @returns null where more than `EDITS_MAX` items are only on one side */
function findPath(left: readonly string[], right: readonly string[]): Step[] | null {
  const [n, m] = [left.length, right.length];
  const max = Math.min(n + m, EDITS_MAX);
  const offset = max + 1;
  /** Furthest place in `left` on each diagonal. */
  const furthest = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= max; edits += 1) {
    trace.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = goesDown(furthest, offset + diagonal, diagonal, edits);
      let x = at(furthest, offset + diagonal + (down ? 1 : -1)) + (down ? 0 : 1);
      let y = x - diagonal;
      while (x < n && y < m && left[x] === right[y]) {
        x += 1;
        y += 1;
      }
      furthest[offset + diagonal] = x;
      if (x >= n && y >= m) return walkBack(trace, n, m);
    }
  }
  return null;
}

function goesDown(furthest: Int32Array, place: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(furthest, place - 1) < at(furthest, place + 1);
}

/** @param trace of each number of edits, the furthest places before it: diagonals −edits − 1 to edits + 1 */
function walkBack(trace: readonly Int32Array[], n: number, m: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const place = diagonal + edits + 1;
    const down = goesDown(furthest, place, diagonal, edits);
    const fromX = edits === 0 ? 0 : at(furthest, place + (down ? 1 : -1));
    const fromY = edits === 0 ? 0 : fromX - (diagonal + (down ? 1 : -1));
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push({ left: x, right: y });
    }
    if (edits > 0) steps.push(down ? { left: null, right: fromY } : { left: fromX, right: null });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}

function replaceAll(n: number, m: number): Step[] {
  return [
    ...Array.from({ length: n }, (_, left): Step => ({ left, right: null })),
    ...Array.from({ length: m }, (_, right): Step => ({ left: null, right })),
  ];
}
