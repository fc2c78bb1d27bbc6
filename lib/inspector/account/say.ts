/** Sentences of an account, and the lists of names and counts in them. Pure. */
import "server-only";
import * as z from "zod/mini";
import type { Payload } from "../../contracts/inspector/events/inspected-event.ts";
import type { AccountTopic } from "../../contracts/inspector/run/run-account.ts";
import { splitTool } from "../../deviation/step-target.ts";
import * as texts from "../../messages/inspector-account.ts";
import { ACCOUNT_NAMES_MAX } from "../limits.ts";

export type Told = {
  topic: AccountTopic;
  text: string;
  written: readonly Payload[];
  /** Each once, in order; at least one. */
  cites: readonly number[];
};

type Cited = { seq: number };

const WHOLE = new Intl.NumberFormat("en");
const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** A sentence, or none where there is no event that it could be made from. */
export function say(
  topic: AccountTopic,
  text: string,
  cited: readonly Cited[],
  written: readonly Payload[] = [],
): Told[] {
  const cites = [...new Set(cited.map(({ seq }) => seq))].sort((one, other) => one - other);
  return cites.length === 0 ? [] : [{ topic, text, written, cites }];
}

/** A number for a text; `count` chooses between one and many. */
export function counted(count: number): { count: number; number: string } {
  return { count, number: formatNumber(count) };
}

export function formatNumber(count: number): string {
  return WHOLE.format(count);
}

/** Each name once, in their order: the first few, and how many there are besides. */
export function listNames(names: Iterable<string>): string {
  return listFew([...new Set(names)]);
}

/** How often each name stands in the list, without versions: `search twice and fetch once`. */
export function listTimes(names: readonly string[]): string {
  const groups = [...Map.groupBy(names, (name) => splitTool(name).name)];
  return listFew(groups.map(([name, { length }]) => texts.times({ name, ...counted(length) })));
}

function listFew(items: readonly string[]): string {
  const more = items.length - ACCOUNT_NAMES_MAX;
  if (more <= 1) return LIST.format(items);
  return LIST.format([...items.slice(0, ACCOUNT_NAMES_MAX), texts.others(counted(more))]);
}

/** A list that somebody wrote as lines, one for each item; a withheld one stays as it is. */
export function toLines<Item>(
  list: Payload,
  schema: z.ZodMiniType<Item>,
  name: (item: Item) => string,
): Payload {
  const read = z.array(schema).safeParse(list.value);
  return read.success ? { ...list, value: read.data.map(name).join("\n") } : list;
}
