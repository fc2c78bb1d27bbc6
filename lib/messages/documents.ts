/** The texts of documents. */
import type { Value } from "./message.ts";

export const pageNumber = ({ page, pages }: { page: Value; pages: Value }) =>
  `Page ${page} of ${pages}`;
export const printPlain = () =>
  "This document is printed as it was written: it is nested too deep, or too long, to be formatted.";
export const printMissing = () =>
  "This PDF has no letter for a sign of the document, such as an emoji: an asterisk stands for it. The Markdown file has everything.";
export const document = () => "Document";
export const openDocument = ({ name }: { name: Value }) => `Open ${name}`;
export const closeDocument = ({ name }: { name: Value }) => `Close ${name}`;
export const isCorrected = () => "Corrected since it was written";
export const asPdf = () => "PDF";
export const makingPdf = () => "Making the PDF";
export const pdfFailed = () => "The PDF could not be made. Try again, or take the Markdown.";
export const documentFailed = () => "The document could not be read.";
export const tryAgain = () => "Try again";
export const loadingDocument = () => "The document is loading.";
export const correctedSince = () =>
  "You have corrected this since it was written. The part that you corrected is new; other sentences may still say what was understood before.";
export const writeAnew = () => "Write it anew";
export const writeAnewMessage = () => "Please write the brief again with what I have corrected.";
export const newDocument = () => "There is a newer document.";
