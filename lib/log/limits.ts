/** The limits of the server's log. */

/** Frames of a stack in a log line: the innermost show where the error was thrown. */
export const STACK_FRAMES_MAX = 6;
