/** The figures of one run, counted while it goes and stored when it ends. */
export type RunTotals = {
  /** The agent that answered. */
  agentId: string | null;
  model: string | null;
  rounds: number;
  modelCalls: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
};
