/** Values as texts, and texts as values, with numbers as they were written. Pure. */
import { parseAsWritten } from "@/lib/contracts/json/exact-numbers.ts";
import { isBranch } from "./tree/tree-rows.ts";

/** A text as it is; of everything else its JSON. Never throws. */
export function textOfValue(value: unknown, indent?: number): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, indent) ?? "";
  } catch {
    // Nested too deep for one walk: level by level, without the indents.
    return writeDeep(value);
  }
}

/** Parses text that contains an object or a list; other text stays text. */
export function readJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  return parseAsWritten(value) ?? value;
}

/** JSON without recursion and without indents. */
function writeDeep(root: unknown): string {
  const written: string[] = [];
  const left: Piece[] = [{ value: root }];
  for (let piece = left.pop(); piece; piece = left.pop()) {
    if ("text" in piece) written.push(piece.text);
    else if (isBranch(piece.value))
      for (const next of piecesOf(piece.value).toReversed()) left.push(next);
    else written.push(JSON.stringify(piece.value) ?? "null");
  }
  return written.join("");
}

/** A text that stands for itself, or a value that is still to be written. */
type Piece = { text: string } | { value: unknown };

function piecesOf(branch: object): Piece[] {
  const [open, close] = Array.isArray(branch) ? ["[", "]"] : ["{", "}"];
  const entries = Object.entries(branch).flatMap(([name, value], index): Piece[] => {
    const comma = index === 0 ? "" : ",";
    const key = Array.isArray(branch) ? "" : `${JSON.stringify(name)}:`;
    return [{ text: comma + key }, { value }];
  });
  return [{ text: open }, ...entries, { text: close }];
}
