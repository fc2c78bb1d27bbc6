/** A source that an answer cites, as its person may see it: no tool's name, no arguments, no hidden id. */
import * as z from "zod/mini";

/** Unique within a run; the answer's text has it in square brackets. */
const number = z.int().check(z.positive());

export const PublicSource = z.discriminatedUnion("kind", [
  /** `address`: http or https; null for a page of the built-in index, which has none. */
  z.strictObject({
    kind: z.literal("page"),
    number,
    title: z.string(),
    address: z.nullable(z.string()),
  }),
  /** A file of the person's own. `passage` counts from 1; null for the whole file. */
  z.strictObject({
    kind: z.literal("document"),
    number,
    attachmentId: z.string(),
    name: z.string(),
    passage: z.nullable(z.int().check(z.positive())),
  }),
  /** `label`: the operator's name for a connected service, such as "Weather service". */
  z.strictObject({
    kind: z.literal("service"),
    number,
    what: z.enum(["calculation", "people", "connected"]),
    label: z.nullable(z.string()),
    day: z.iso.date(),
  }),
]);
export type PublicSource = z.infer<typeof PublicSource>;

/** Field by field, so that nothing else gets out. */
export function toPublicSource(source: PublicSource): PublicSource {
  const { number } = source;
  switch (source.kind) {
    case "page":
      return { kind: "page", number, title: source.title, address: source.address };
    case "document": {
      const { attachmentId, name, passage } = source;
      return { kind: "document", number, attachmentId, name, passage };
    }
    case "service": {
      const { what, label, day } = source;
      return { kind: "service", number, what, label, day };
    }
    default:
      return source satisfies never;
  }
}
