/** Finds the plan in an answer that should be one JSON object and has more around it, or is broken. Pure. */
import "server-only";
import { isRecord, parseJsonByValue } from "../../contracts/read-json.ts";
import { parseTolerantly } from "../../contracts/repair-json.ts";
import { mayBePlan, type Repair } from "./repair-proposal.ts";

type Found = { value: unknown; repaired: Repair[] };

/**
 * Accepts the object alone, in a fence, between prose, in a tool call, and inside one more object (`{"turn_plan": {…}}`).
 * @returns what comes nearest to a plan; `value` is undefined where there is no JSON
 */
export function findPlan(text: string): Found {
  const given = text.trim();
  // Arguments may stand in a plan as an object: their numbers stay what they are.
  const whole = parseJsonByValue(given);
  if (whole !== undefined) return unwrap(whole);
  const fenced = /```(?:\w+)?\s*\n?([\s\S]*?)```/.exec(given)?.[1]?.trim();
  const candidates = [...(fenced === undefined ? [] : [fenced]), ...objectsIn(given)];
  const exact = firstPlan(candidates, parseJsonByValue);
  if (exact) return exact;
  const broken = firstPlan([...candidates, ...listsIn(given)], parseTolerantly);
  if (broken) return { ...broken, repaired: [...broken.repaired, "json"] };
  const open = given.indexOf("{");
  const cut = open < 0 ? null : firstPlan([given.slice(open)], parseTolerantly);
  if (cut) return { ...cut, repaired: [...cut.repaired, "cut"] };
  const inFence = fenced === undefined ? undefined : parseJsonByValue(fenced);
  return inFence === undefined ? { value: undefined, repaired: [] } : unwrap(inFence);
}

function firstPlan(
  candidates: readonly string[],
  parse: (text: string) => unknown,
): Found | undefined {
  for (const candidate of candidates) {
    const value = parse(candidate);
    const found = value === undefined ? null : unwrap(value);
    if (found && mayBePlan(found.value)) return found;
  }
  return undefined;
}

/** Takes away what is around the plan: an object with one key, or a call of a tool. */
function unwrap(value: unknown, depth = 0): Found {
  if (mayBePlan(value) || !isRecord(value) || depth > 3) return { value, repaired: [] };
  const called = isRecord(value.function) ? value.function : value;
  const given = called.arguments ?? called.parameters;
  const isCall = given !== undefined && typeof called.name === "string";
  const inside = isCall && typeof given === "string" ? parseTolerantly(given) : given;
  if (isCall && inside !== undefined) {
    const { value: inner, repaired } = unwrap(inside, depth + 1);
    return { value: inner, repaired: ["tool-call", ...repaired] };
  }
  const inner = Object.values(value).filter((one) => isRecord(one) && mayBePlan(one));
  const [only] = inner;
  if (inner.length === 1) return unwrap(only, depth + 1);
  return { value, repaired: [] };
}

/** Every balanced `{…}` at the outermost level; braces in strings do not count. */
function objectsIn(text: string): string[] {
  return balancedIn(text, "{", "}");
}

function listsIn(text: string): string[] {
  return balancedIn(text, "[", "]");
}

function balancedIn(text: string, open: string, close: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"' && depth > 0) isInString = true;
    else if (character === open) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === close && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, at + 1));
    }
  }
  return found;
}
