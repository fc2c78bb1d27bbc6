/** Limits that the composer checks before it asks the server; tests hold them equal to the server's. */
export const MESSAGE_MAX_CHARS = 32_000;
export const ATTACHMENTS_MAX_COUNT = 10;
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
export const ACCEPT = ".txt,.md,.csv,.json,.pdf,.docx";
