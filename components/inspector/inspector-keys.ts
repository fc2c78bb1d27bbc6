/** The keys under which React Query keeps what the inspector reads. Each begins with `inspector` and the kind. */
/** Identifies a conversation's memory on the branch of a run; `asOf` changes when there may be new deltas. */
export type ContextPlace = { conversationId: string; runId: string; asOf: string };

const context = ({ conversationId, runId, asOf }: ContextPlace) =>
  ["inspector", "context", conversationId, runId, asOf] as const;

export const inspectorKeys = {
  all: () => ["inspector"] as const,

  // All runs.
  overview: (range: string) => ["inspector", "overview", range] as const,
  deviation: (range: string) => ["inspector", "deviation", range] as const,
  runs: (search: string) => ["inspector", "runs", search] as const,
  spending: (range: string) => ["inspector", "spending", range] as const,
  retention: () => ["inspector", "retention"] as const,
  requests: () => ["inspector", "requests"] as const,
  glass: () => ["inspector", "glass"] as const,
  audits: () => ["inspector", "audit"] as const,
  audit: (search: string) => ["inspector", "audit", search] as const,
  models: () => ["inspector", "models"] as const,
  tools: () => ["inspector", "tools"] as const,
  system: () => ["inspector", "system"] as const,
  cases: (search?: string) =>
    search === undefined
      ? (["inspector", "cases"] as const)
      : (["inspector", "cases", search] as const),
  ownDay: (since: string) => ["inspector", "cases", "mine", since] as const,
  rules: () => ["inspector", "review-rules"] as const,
  rubric: () => ["inspector", "rubric"] as const,
  results: (range: string) => ["inspector", "results", range] as const,
  figureCases: (search: string) => ["inspector", "figure-cases", search] as const,
  reviewCase: (runId: string) => ["inspector", "case", runId] as const,
  desk: (runId: string) => ["inspector", "case", runId, "desk"] as const,
  seen: (runId: string) => ["inspector", "case", runId, "seen"] as const,
  judge: () => ["inspector", "judge"] as const,
  modelScore: (runId: string) => ["inspector", "model-score", runId] as const,
  runNames: () => ["inspector", "run-names"] as const,
  comparison: (a: string, b: string) => ["inspector", "comparison", a, b] as const,
  candidates: (runId: string | null) => ["inspector", "candidates", runId] as const,

  // One run. What changes while it goes on has its state in the key.
  trace: (runId: string) => ["inspector", "trace", runId] as const,
  reviewers: (runId: string) => ["inspector", "reviewers", runId] as const,
  openings: () => ["inspector", "opening"] as const,
  opening: (runId: string) => ["inspector", "opening", runId] as const,
  seal: (runId: string) => ["inspector", "seal", runId] as const,
  transcript: (runId: string, isRunning: boolean) =>
    ["inspector", "transcript", runId, isRunning] as const,
  tree: (runId: string, status: string) => ["inspector", "tree", runId, status] as const,
  /** @param types joined by commas; null: all */
  events: (runId: string, types: string | null, window: number) =>
    ["inspector", "events", runId, types, window] as const,
  event: (runId: string, seq: number) => ["inspector", "event", runId, seq] as const,
  rank: (runId: string, types: string, seq: number | null) =>
    ["inspector", "rank", runId, types, seq] as const,
  search: (runId: string, words: string, eventCount: number) =>
    ["inspector", "search", runId, words, eventCount] as const,
  hop: (runId: string, hopRef: string, seq: number) =>
    ["inspector", "hop", runId, hopRef, seq] as const,
  hopInputs: (runId: string, seqs: string) => ["inspector", "hop-inputs", runId, seqs] as const,
  calls: (runId: string, hop: string | null) => ["inspector", "calls", runId, hop] as const,
  call: (runId: string, seq: number, isOver: boolean) =>
    ["inspector", "call", runId, seq, isOver] as const,
  segment: (runId: string, seq: number, index: number | "sent") =>
    ["inspector", "segment", runId, seq, index] as const,
  account: (runId: string) => ["inspector", "account", runId] as const,
  plan: (runId: string) => ["inspector", "plan", runId] as const,
  stepArguments: (runId: string, expected: string | null, hop: string | null) =>
    ["inspector", "step-arguments", runId, expected, hop] as const,
  why: (runId: string, words: string) => ["inspector", "why", runId, words] as const,

  // One conversation's state.
  states: (conversationId: string, runId: string, status: string) =>
    ["inspector", "states", conversationId, runId, status] as const,
  timelines: (place: ContextPlace) => [...context(place), "timelines"] as const,
  steps: (place: ContextPlace, agentId: string, block: number) =>
    [...context(place), "steps", agentId, block] as const,
  check: (place: ContextPlace, agentId: string) => [...context(place), "check", agentId] as const,
};

export type InspectorKey = ReturnType<(typeof inspectorKeys)[keyof typeof inspectorKeys]>;
