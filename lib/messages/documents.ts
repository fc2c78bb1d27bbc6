/** The texts of documents. */
import type { Value } from "./message.ts";

export const pageNumber = ({ page, pages }: { page: Value; pages: Value }) =>
  `Page ${page} of ${pages}`;
export const printPlain = () =>
  "This document is printed as it was written: it is nested too deep, or too long, to be formatted.";
export const printMissing = () =>
  "This PDF cannot show some characters of the document, such as emoji: each is replaced by an asterisk. The Markdown file has everything.";
export const openDocument = ({ name }: { name: Value }) => `Open ${name}`;
export const closeDocument = ({ name }: { name: Value }) => `Close ${name}`;
export const isCorrected = () => "Corrected since it was written";
