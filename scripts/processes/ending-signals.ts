/**
 * The signals that end our processes in order. A terminal, npm, a service manager and a parent send them to the whole group,
 * so each process may get several. SIGHUP says that a terminal or a parent has gone: it never asks for a faster end.
 */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type EndingSignal = (typeof ENDING_SIGNALS)[number];
