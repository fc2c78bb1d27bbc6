/** The error codes of files that a person attaches; part of error-texts.ts. */
import * as text from "../messages/errors.ts";

export const FILE_ERROR_TEXTS = {
  "unsupported-type": {
    status: 415,
    log: "the file's content is of no supported type",
    person: text.unsupportedType(),
  },
  "file-empty": {
    status: 400,
    log: "the uploaded file is empty",
    person: text.fileEmpty(),
  },
  "file-protected": {
    status: 415,
    log: "the document has a password",
    person: text.fileProtected(),
  },
  "file-old-office": {
    status: 415,
    log: "an Office format of before 2007",
    person: text.fileOldOffice(),
  },
  "file-misnamed": {
    status: 415,
    log: "the name promises another kind than the content is",
    person: text.fileMisnamed(),
  },
  "file-no-encoding": {
    status: 415,
    log: "the name promises text, and the bytes fit no encoding",
    person: text.fileNoEncoding(),
  },
  "encoding-unfit": {
    status: 415,
    log: "the file does not read well in the encoding that was chosen",
    person: text.encodingUnfit(),
  },
  "file-damaged": {
    status: 415,
    log: "the document cannot be opened",
    person: text.fileDamaged(),
  },
  "file-unpacks-too-large": {
    status: 413,
    log: "the document unpacks to too much",
    person: text.fileUnpacksTooLarge(),
  },
  "file-too-much-work": {
    status: 413,
    log: "reading the file takes more processor time than one may take",
    person: text.fileTooMuchWork(),
  },
  "picture-too-large": {
    status: 413,
    log: "the picture has too many pixels, or is too large when it is written anew",
    person: text.pictureTooLarge(),
  },
  "file-not-opened": {
    status: 503,
    log: "the process that opens a file did not answer in time, twice, or nobody waited for it",
    person: text.fileNotOpened(),
    retryAfterS: 10,
  },
} as const;
