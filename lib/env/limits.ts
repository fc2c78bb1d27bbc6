/** The limits of settings that are not ranges of a number. */

/** Each server costs a connection or a process. */
export const MCP_SERVERS_MAX = 16;

/** Headers that a connection to a model adds, and the longest value of one. */
export const HEADERS_MAX = 32;
export const HEADER_VALUE_MAX_CHARS = 4_000;
