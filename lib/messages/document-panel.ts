/** The texts of a document when it is open. */

export const document = () => "Document";
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
