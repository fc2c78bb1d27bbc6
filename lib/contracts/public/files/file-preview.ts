/** `GET /api/attachments/[attachmentId]/preview/text`: the beginning of a file's text, as its owner may see it. */
import * as z from "zod/mini";

/** What a reader has to say about a file's text, beside it. `count` is how many of them there are. */
export const FileNote = z.strictObject({
  code: z.enum([
    // Left out of the text.
    "pictures",
    "charts",
    "diagrams",
    "objects",
    "embedded",
    "hidden-text",
    "hidden-rows",
    // Hidden in the program that wrote the file, and read all the same.
    "read-hidden-sheets",
    "read-hidden-slides",
    "read-hidden-rows",
    "read-hidden-columns",
    // Pages of pictures alone; `name` has their numbers.
    "empty-pages",
    // The text ends before the file does.
    "cut",
    // How the bytes were read. The second one may be wrong, and the third counts characters that are.
    "encoding",
    "encoding-guessed",
    "spoilt",
  ]),
  count: z.number(),
  /** A label of the Encoding Standard, or the numbers of pages. */
  name: z.optional(z.string().check(z.maxLength(40))),
});
export type FileNote = z.infer<typeof FileNote>;

const PreviewPart = z.strictObject({
  /** Name of a sheet. */
  title: z.nullable(z.string()),
  /** Rows of a table, the first one with the names of the columns. Null if it is no table. */
  rows: z.nullable(z.array(z.array(z.string()))),
  /** Null where there are rows. */
  text: z.nullable(z.string()),
  /** True where the part goes on. */
  isCut: z.boolean(),
});
export type PreviewPart = z.infer<typeof PreviewPart>;

export const FilePreview = z.strictObject({
  /** `none`: nothing of it can be shown. */
  kind: z.enum(["text", "markdown", "table", "pages", "sheets", "slides", "none"]),
  /** Pages, sheets or slides; one part for other files. */
  parts: z.array(PreviewPart),
  /** True where the file has more parts. */
  isCut: z.boolean(),
  /** What was left out of the text, and how it was read. */
  notes: z.array(FileNote),
});
export type FilePreview = z.infer<typeof FilePreview>;
