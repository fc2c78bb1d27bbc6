/**
 * Reads the table of docs/rooms.md. Its third column lists what a room may import besides the leaves:
 * `access` (a room of lib, or another of components), `llm (types)`, `llm/describe-model.ts` (one file), `leaves`,
 * `everything`, `not prompt`, or `–` for nothing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";

export type Permission = { target: string; typesOnly: boolean };

export type Room = {
  /** `lib/db`, `components/chat`, `app`. */
  name: string;
  isLeaf: boolean;
  everything: boolean;
  not: readonly string[];
  allowed: readonly Permission[];
};

/** @throws Error for a line that does not have the form above */
export function readRooms(): Room[] {
  return parseRooms(readFileSync(join(ROOT, "docs/rooms.md"), "utf8"));
}

export function parseRooms(markdown: string): Room[] {
  const rows = markdown.split("\n").filter((line) => line.startsWith("| `"));
  const parsed = rows.flatMap((row) => {
    const [rooms = "", , column = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const names = [...rooms.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    return names.map((name) => parseRoom(name, column));
  });
  const twice = parsed.find((room, index) =>
    parsed.some(({ name }, at) => at < index && name === room.name),
  );
  if (twice) throw new Error(`docs/rooms.md names ${twice.name} twice.`);
  return parsed;
}

function parseRoom(name: string, column: string): Room {
  const items = column.replaceAll("`", "").split(",");
  const room = {
    name,
    isLeaf: false,
    everything: false,
    not: [] as string[],
    allowed: [] as Permission[],
  };
  for (const item of items.map((each) => each.trim())) {
    const word = /^(?:(not) )?([\w./-]+)(?: \((types)\))?$/.exec(item);
    if (item === "–") continue;
    if (item === "leaves") room.isLeaf = true;
    else if (item === "everything") room.everything = true;
    else if (!word?.[2]) throw new Error(`docs/rooms.md, ${name}: "${item}" is not understood.`);
    else if (word[1]) room.not.push(word[2]);
    else room.allowed.push({ target: word[2], typesOnly: word[3] !== undefined });
  }
  return room;
}
