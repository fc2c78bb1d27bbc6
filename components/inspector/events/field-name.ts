/** The name of a field as people say it. Pure. */

const NAMES: Record<string, string> = {
  hopRef: "Hop",
  parentRef: "Parent hop",
  nodeId: "Node",
  agentId: "Agent",
  callId: "Call",
  toolCallId: "Tool call",
  toolCallIds: "Tool calls asked for",
  argsSha256: "Digest of arguments",
  beforeSha256: "Digest before",
  afterSha256: "Digest after",
  firstTokenMs: "First token (ms)",
  durationMs: "Duration (ms)",
  waitMs: "Wait (ms)",
  inputTokens: "Tokens in",
  outputTokens: "Tokens out",
  userMessageId: "Message",
};

/** `finishReason` reads "Finish reason". */
export function fieldName(field: string): string {
  const known = NAMES[field];
  if (known) return known;
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
