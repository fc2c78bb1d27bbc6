import "server-only";
/** Finds the JSON object in an answer that should be one and has more around it. Pure. */

/**
 * Accepts the object alone, in a fence, between prose, and inside one more object (`{"turn_plan": {…}}`).
 * @param isWanted tells the object itself from one around it
 * @returns undefined where there is none
 */
export function readJsonObject(
  text: string,
  isWanted: (value: Record<string, unknown>) => boolean,
): unknown {
  const whole = parse(text.trim());
  if (whole !== undefined) return unwrap(whole, isWanted);
  const fenced = /```(?:json)?\s*\n?([\s\S]*?)```/i.exec(text)?.[1];
  const inFence = fenced === undefined ? undefined : parse(fenced.trim());
  if (inFence !== undefined) return unwrap(inFence, isWanted);
  for (const candidate of objectsIn(text)) {
    const found = unwrap(parse(candidate), isWanted);
    if (isRecord(found) && isWanted(found)) return found;
  }
  return undefined;
}

function unwrap(value: unknown, isWanted: (value: Record<string, unknown>) => boolean): unknown {
  if (!isRecord(value) || isWanted(value)) return value;
  const inner = Object.values(value).filter(isRecord).filter(isWanted);
  return inner.length === 1 ? inner[0] : value;
}

/** Every balanced `{…}` at the outermost level; braces in strings do not count. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"' && depth > 0) isInString = true;
    else if (character === "{") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push(text.slice(start, at + 1));
    }
  }
  return objects;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
