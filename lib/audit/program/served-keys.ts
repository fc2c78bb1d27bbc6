/** The public keys of the server that handed this program out. It replaces the list as it serves the file. */
export const SERVED_KEYS: readonly string[] = ["HALFSILVER_SERVED_KEYS"].filter(
  (key) => !key.startsWith("HALFSILVER_"),
);
