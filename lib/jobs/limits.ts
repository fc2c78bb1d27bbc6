/** How often new audit events are sealed. */
export const SEAL_EVERY_MS = 1_000;
