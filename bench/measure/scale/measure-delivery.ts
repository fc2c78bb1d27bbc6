/** How much later text, and a stop, arrive from another instance. */
import { setTimeout as delay } from "node:timers/promises";
import { sendMessage } from "../../load/send-message.ts";
import { sendRequest } from "../../load/send-request.ts";
import { openBrowser } from "../../load/target.ts";
import { absoluteFigure, type Figure } from "../../report.ts";
import type { Base } from "../../stack/start-base.ts";
import type { Product } from "../../stack/start-product.ts";
import { spread } from "../machine/statistics.ts";

const RUNS_AT_ONCE = 10;
const STOPS = 20;
const ADDED_P99_MS = 60;
const STOP_MOST_MS = 300;
/** Before Stop is pressed, so that the answer is under way. */
const UNDER_WAY_MS = 400;

type Reading = {
  /** When the text had at least this many characters, by `performance.now()`. */
  at: Map<number, number>;
  endedAt: number;
};

/** @param products two instances */
export async function measureDelivery(
  [here, there]: readonly Product[],
  { accounts }: Base,
  quick: boolean,
): Promise<Figure[]> {
  if (!here || !there || here.target.kind !== "halfsilver") throw new Error("two are needed");
  const { target } = here;
  const cookies = await here.signInAll();
  const added = (
    await Promise.all(
      Array.from({ length: RUNS_AT_ONCE }, async (_, index) => {
        const browser = openBrowser(cookies[index % accounts.length] ?? "");
        const { runId } = await sendMessage(browser, target, "Turn of the bench.");
        const [own, other] = await Promise.all([
          read(browser.cookie, here.origin, runId),
          read(browser.cookie, there.origin, runId),
        ]);
        return [...own.at].flatMap(([length, at]) => {
          const later = firstAtLeast(other, length);
          return later === null ? [] : [later - at];
        });
      }),
    )
  ).flat();
  const stops: number[] = [];
  for (let index = 0; index < (quick ? 3 : STOPS); index += 1) {
    const browser = openBrowser(cookies[index % accounts.length] ?? "");
    const { runId } = await sendMessage(browser, target, "Turn of the bench.");
    const reading = read(browser.cookie, there.origin, runId);
    await delay(UNDER_WAY_MS);
    const pressedAt = performance.now();
    const stopped = await sendRequest(browser, `${there.origin}/api/runs/${runId}/stop`, {
      method: "POST",
      headers: { origin: there.origin },
    });
    stopped.resume();
    stops.push((await reading).endedAt - pressedAt);
  }
  const [text, stop] = [spread(added), spread(stops)];
  return [
    absoluteFigure({
      id: "scale-delay-p99",
      name: "Added delay of text from another instance, p99",
      ours: text.p99,
      atMost: ADDED_P99_MS,
      unit: "ms",
      note: `p50 ${text.p50.toFixed(1)} ms, most ${text.most.toFixed(1)} ms, of ${added.length} arrivals in ${RUNS_AT_ONCE} answers at once`,
    }),
    absoluteFigure({
      id: "scale-stop",
      name: "Stop on another instance, to the end of the answer, most",
      ours: stop.most,
      atMost: STOP_MOST_MS,
      unit: "ms",
      note: `p50 ${stop.p50.toFixed(1)} ms, of ${stops.length}`,
    }),
  ];
}

function firstAtLeast({ at }: Reading, length: number): number | null {
  for (const [have, time] of at) if (have >= length) return time;
  return null;
}

async function read(cookie: string, origin: string, runId: string): Promise<Reading> {
  const browser = openBrowser(cookie);
  const url = `${origin}/api/runs/${runId}/stream?from=0`;
  const response = await sendRequest(browser, url, { method: "GET" });
  response.setEncoding("utf8");
  const reading: Reading = { at: new Map(), endedAt: Number.NaN };
  let rest = "";
  for await (const chunk of response) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block.startsWith("data:")) {
        const [offset, text] = JSON.parse(block.slice(5)) as [number, string];
        reading.at.set(offset + text.length, performance.now());
      } else if (block.startsWith("event:end")) reading.endedAt = performance.now();
    }
  }
  browser.agent.destroy();
  return reading;
}
