/** How much expensive work may wait or run in one process. */
export const GATE_LIMITS = {
  /** A person whose line is longer is refused. */
  waitingPerPersonMax: 100,
  /** From here on, only people with nothing in the line may join it. */
  waitingMax: 2_000,
} as const;

/** Places of one process where no setting says otherwise: between these, and by its processors. */
export const PLACES = {
  /** Each such process takes up to a gigabyte, so their number has a limit on any machine. */
  processesMin: 2,
  processesMax: 8,
  pythonMin: 4,
  pythonMax: 16,
  queriesMin: 2,
  queriesMax: 8,
  /** A fetch mostly waits for another server. */
  fetchesPerProcessor: 4,
  fetchesMin: 8,
  fetchesMax: 32,
  /** Each holds up to 10 MB, more than once. Slow networks keep them for long, so there are more than a person may have. */
  uploads: 48,
  uploadsPerPerson: 8,
} as const;

/** How much a person has used places recently, in place-seconds (recent-use.ts). */
export const RECENT_USE = {
  halfLifeS: 30,
  peopleMax: 10_000,
  /** Less is nothing. */
  noneBelowS: 0.5,
  /** With less use than this nobody is ahead, however little others used. */
  aheadFromS: 10,
  /** Times the mean of others. */
  aheadBy: 2,
} as const;
