/** The limits of settings that are not ranges of a number. */

/** Each server costs a connection or a process. */
export const MCP_SERVERS_MAX = 16;
