/** The charts of the overview, in their order. */
import type { RunQuery } from "@/lib/contracts/inspector/run-query.ts";
import type { OverviewFigures } from "@/lib/contracts/inspector/runs-overview.ts";
import * as text from "@/lib/messages/inspector-overview.ts";
import { formatAtLeast, formatCost, formatCostOf } from "../runs/cost-words.ts";
import { amountOf, formatBytes, formatCount, formatDuration } from "../values/format-figures.ts";
import type { Chart, Note } from "./chart-parts.ts";

const orDash = (value: number | null, format: (value: number) => string) =>
  value === null ? "–" : format(value);
const share = (part: number, whole: number) =>
  whole === 0
    ? "0 %"
    : `${((100 * part) / whole).toFixed(part > 0 && part / whole < 0.1 ? 1 : 0)} %`;

const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
const compact = (value: number) => COMPACT.format(value);
const time = (ms: number) => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${COMPACT.format(ms / 1_000)} s`;
  return ms < 7_200_000
    ? `${COMPACT.format(ms / 60_000)} min`
    : `${COMPACT.format(ms / 3_600_000)} h`;
};
const size = (bytes: number) => {
  if (bytes < 1_024) return `${Math.round(bytes)} B`;
  if (bytes < 1_024 ** 2) return `${COMPACT.format(bytes / 1_024)} KB`;
  return `${COMPACT.format(bytes / 1_024 ** 2)} MB`;
};

/** Nothing where nothing is counted. */
const noteOf = (count: number, words: string, narrow: RunQuery): Note[] =>
  count > 0 ? [{ words, narrow }] : [];

/** The total of the runs whose cost is known, or a word for why there is none. */
function sumOfCosts({ cost, noPrice, unknownCost }: OverviewFigures): string {
  const left = noPrice + unknownCost;
  if (left === 0) return formatCost(cost);
  if (cost !== null && cost > 0) return formatAtLeast(cost);
  return formatCostOf({ cost: null, costNote: unknownCost === 0 ? "no-price" : null });
}

export const CHARTS: readonly Chart[] = [
  {
    title: text.runs(),
    term: "run",
    form: "bars",
    headline: ({ runs }) => formatCount(runs),
    note: ({ running, complete, runs, liked, disliked }) => [
      running > 0
        ? {
            words: text.runsRunning({ running: formatCount(running) }),
            narrow: { status: "running" },
          }
        : { words: text.runsComplete({ share: share(complete, runs) }) },
      ...noteOf(liked, text.likedRuns({ number: formatCount(liked) }), { feedback: "up" }),
      ...noteOf(disliked, text.dislikedRuns({ number: formatCount(disliked) }), {
        feedback: "down",
      }),
    ],
    missing: text.noRuns,
    narrow: {},
    series: [{ name: text.runs(), look: "strong", value: ({ runs }) => runs }],
    format: formatCount,
    tick: compact,
  },
  {
    title: text.failures(),
    term: "failures",
    form: "bars",
    headline: ({ failed }) => formatCount(failed),
    note: ({ failed, interrupted, empty, blocked, runs }) => [
      { words: text.shareOfRuns({ share: share(failed, runs) }) },
      {
        words: text.interruptedRuns({ number: formatCount(interrupted) }),
        narrow: { status: "interrupted" },
      },
      { words: text.emptyRuns({ number: formatCount(empty) }), narrow: { status: "empty" } },
      ...noteOf(blocked, text.blockedIntakes(amountOf(blocked)), { outcome: "blocked" }),
    ],
    missing: text.noFailures,
    narrow: { status: "failed" },
    series: [
      {
        name: text.failed(),
        look: "strong",
        value: ({ failed }) => failed,
        narrow: { status: "failed" },
      },
      {
        name: text.interrupted(),
        look: "middle",
        value: ({ interrupted }) => interrupted,
        narrow: { status: "interrupted" },
      },
      {
        name: text.noAnswer(),
        look: "light",
        value: ({ empty }) => empty,
        narrow: { status: "empty" },
      },
    ],
    format: formatCount,
    tick: compact,
  },
  {
    title: text.deviation(),
    term: "deviation",
    form: "lines",
    headline: ({ deviation }) => orDash(deviation, (mean) => mean.toFixed(2)),
    note: ({ highDeviation, planned }) => [
      { words: text.meanOf(amountOf(planned)) },
      {
        words: text.highRuns({ high: formatCount(highDeviation) }),
        narrow: { deviation: "high", sort: "deviation" },
      },
    ],
    missing: ({ planned }) => (planned > 0 ? text.plansKept() : text.noDeviation()),
    narrow: { deviation: "high", sort: "deviation" },
    series: [{ name: text.meanDeviation(), look: "strong", value: ({ deviation }) => deviation }],
    format: (value) => value.toFixed(2),
    tick: (value) => value.toFixed(value > 0 && value < 0.01 ? 3 : 2),
    fractions: true,
  },
  {
    title: text.denials(),
    term: "denials",
    form: "bars",
    headline: ({ denied }) => formatCount(denied),
    note: ({ needsApproval, waiting, approved, declined, wouldDeny }) => [
      {
        words: text.neededApprovalRuns({ number: formatCount(needsApproval) }),
        narrow: { policy: "needs_approval" },
      },
      ...noteOf(approved, text.approvedRuns({ number: formatCount(approved) }), {
        policy: "approved",
      }),
      ...noteOf(declined, text.declinedRuns({ number: formatCount(declined) }), {
        policy: "declined",
      }),
      ...noteOf(waiting, text.waitingRuns({ number: formatCount(waiting) }), { policy: "waiting" }),
      {
        words: text.wouldBeDeniedRuns({ number: formatCount(wouldDeny) }),
        narrow: { policy: "would_deny" },
      },
    ],
    missing: text.noDenials,
    narrow: { policy: "deny" },
    series: [
      {
        name: text.denied(),
        look: "strong",
        value: ({ denied }) => denied,
        narrow: { policy: "deny" },
      },
      {
        name: text.neededApproval(),
        look: "middle",
        value: ({ needsApproval }) => needsApproval,
        narrow: { policy: "needs_approval" },
      },
      {
        name: text.wouldBeDenied(),
        look: "light",
        value: ({ wouldDeny }) => wouldDeny,
        narrow: { policy: "would_deny" },
      },
    ],
    format: formatCount,
    tick: compact,
  },
  {
    title: text.latency(),
    term: "latency",
    form: "lines",
    headline: ({ p50 }) => orDash(p50, formatDuration),
    note: ({ p95, p99 }) => [
      {
        words: text.latencyNote({
          p95: orDash(p95, formatDuration),
          p99: orDash(p99, formatDuration),
        }),
      },
    ],
    missing: text.noLatency,
    narrow: { sort: "duration" },
    series: [
      { name: "p50", look: "strong", value: ({ p50 }) => p50 },
      { name: "p95", look: "middle", value: ({ p95 }) => p95 },
      { name: "p99", look: "light", value: ({ p99 }) => p99 },
    ],
    format: formatDuration,
    tick: time,
  },
  {
    title: text.tokens(),
    term: "tokens",
    form: "bars",
    headline: ({ inputTokens, outputTokens }) => formatCount(inputTokens + outputTokens),
    note: ({ inputTokens, outputTokens }) => [
      {
        words: text.tokensNote({
          input: formatCount(inputTokens),
          output: formatCount(outputTokens),
        }),
      },
    ],
    missing: text.noTokens,
    narrow: { sort: "tokens" },
    series: [
      { name: text.inWord(), look: "strong", value: ({ inputTokens }) => inputTokens },
      { name: text.out(), look: "light", value: ({ outputTokens }) => outputTokens },
    ],
    format: formatCount,
    tick: compact,
  },
  {
    title: text.cost(),
    term: "cost",
    form: "bars",
    headline: sumOfCosts,
    note: ({ noPrice, unknownCost }) => [
      {
        words:
          [
            noPrice > 0 && text.runsWithoutAPrice(amountOf(noPrice)),
            unknownCost > 0 && text.runsOfUnknownCost(amountOf(unknownCost)),
          ]
            .filter(Boolean)
            .join(", ") || text.byThePriceTable(),
      },
    ],
    missing: ({ cost, noPrice, unknownCost }) => {
      if (cost === null) return text.noPrices();
      return noPrice + unknownCost > 0 ? text.othersCostNothing() : text.noCost();
    },
    narrow: { sort: "cost" },
    series: [{ name: text.cost(), look: "strong", value: ({ cost }) => cost }],
    format: formatCost,
    tick: compact,
    fractions: true,
  },
  {
    title: text.hiddenState(),
    term: "hiddenState",
    form: "lines",
    headline: ({ stateMedianBytes }) => orDash(stateMedianBytes, formatBytes),
    note: ({ stateLargestBytes, states }) => [
      {
        words: text.hiddenStateNote({
          largest: orDash(stateLargestBytes, formatBytes),
          ...amountOf(states),
        }),
      },
    ],
    missing: text.noStates,
    narrow: {},
    series: [
      { name: text.median(), look: "strong", value: ({ stateMedianBytes }) => stateMedianBytes },
      { name: text.largest(), look: "light", value: ({ stateLargestBytes }) => stateLargestBytes },
    ],
    format: formatBytes,
    tick: size,
  },
];
