/** The Markdown of messages: GitHub's, with maths and footnotes. Server and browser read it with the same parser. */
import { Marked } from "marked";
import { FOOTNOTES } from "./footnote-tokens.ts";
import { MATHS } from "./math-tokens.ts";

const extensions = [...MATHS, ...FOOTNOTES];

/** Reads what an assistant wrote. */
export const answerParser = new Marked({ gfm: true, breaks: false, extensions });

/** Reads what a person wrote: a line that they ended stays a line. */
export const saidParser = new Marked({ gfm: true, breaks: true, extensions });
