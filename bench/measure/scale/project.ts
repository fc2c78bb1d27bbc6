/** What many conversations at once would need, from what one turn costs. Pure. */
import type { StoredTurn } from "./measure-ceiling.ts";
import type { TurnCost } from "./measure-scale.ts";

type Measured = {
  cost: TurnCost;
  stored: StoredTurn;
  /** Events in a second that one PostgreSQL stores. */
  ceiling: number;
};

/** A person sends a message so often while a conversation is open. */
const TURN_EVERY_S = 60;
/** No part is planned for more than this share of its processors. */
const LOAD_MAX = 0.6;
/** An instance is one process with one event loop. */
const PROCESSORS_PER_INSTANCE = 1;
const HOURS_PER_DAY = 8;
const DAYS_PER_MONTH = 22;

export function project({ cost, stored, ceiling }: Measured): string {
  const rows = [10_000, 1_000_000].map((conversations) => {
    const turns = conversations / TURN_EVERY_S;
    const busy = (ms: number) => (turns * ms) / 1_000 / LOAD_MAX;
    const events = turns * stored.events;
    const monthBytes = turns * 3_600 * HOURS_PER_DAY * DAYS_PER_MONTH * stored.bytes;
    return [
      conversations.toLocaleString("en"),
      turns.toFixed(0),
      Math.ceil(busy(cost.instances) / PROCESSORS_PER_INSTANCE).toString(),
      busy(cost.database).toFixed(1),
      events.toFixed(0),
      `${((events / ceiling) * 100).toFixed(0)} %`,
      `${(monthBytes / 1e12).toFixed(2)} TB`,
    ].join(" | ");
  });
  return [
    "",
    `Projected, with a turn every ${TURN_EVERY_S} s in each conversation, ${HOURS_PER_DAY} h a day, ${DAYS_PER_MONTH} days a month, parts loaded to ${LOAD_MAX * 100} %:`,
    `One turn: instances ${cost.instances.toFixed(2)} ms, database ${cost.database.toFixed(2)} ms, ${stored.events.toFixed(1)} events, ${(stored.bytes / 1_000).toFixed(1)} KB stored.`,
    "",
    "conversations at once | turns/s | instances | database processors | events/s | of the write ceiling | storage/month",
    ...rows,
    "",
  ].join("\n");
}
