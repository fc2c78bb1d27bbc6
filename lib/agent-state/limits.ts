/** The limits of the envelope and its headers. */

/** Bytes of the header's value, which is ASCII. */
export const AGENT_STATE_MAX_BYTES = 6 * 1024;
/** The limit of Node's HTTP server for all headers; shown by the inspector. */
export const ALL_HEADERS_MAX_BYTES = 16 * 1024;

/** Longest id of a node, and longest reference to a hop or run. */
export const NODE_ID_MAX_CHARS = 80;
export const REF_MAX_CHARS = 120;
