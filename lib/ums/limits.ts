/** Limits of the user-management service. How many rounds and how much time a turn has are settings (AGENT_MAX_*). */
import "server-only";

export const UMS_LIMITS = {
  /** How far the time of a signed hop may differ from this server's, either way. */
  clockSkewMaxMs: 5 * 60_000,
  keepAliveMs: 10_000,
  /** How often the model may ask for a call about which the person cannot be asked. */
  repairsMax: 3,
  toolTimeoutMs: 5_000,
  toolMaxResultBytes: 32 * 1024,
  queryMaxChars: 200,
  listedDefault: 10,
  listedMax: 50,
  foundMax: 20,
} as const;
