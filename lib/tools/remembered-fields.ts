/**
 * The fields of a `Tool.remembers` declaration. A declared field that does not fit is left out; a field that is not
 * declared is never remembered.
 */
import "server-only";
import { z } from "zod";
import { REMEMBERED_LIMITS as LIMITS } from "./limits.ts";

/** An id in the form of a UUID. */
export const rememberedId = optional(z.guid());

export const rememberedNumber = optional(z.number());

/** A day, `YYYY-MM-DD`. */
export const rememberedDate = optional(z.iso.date());

export const rememberedEnum = (values: readonly string[]) => optional(z.enum(values));

/** Free text. It is compared with what the person and the agent said; a quotation is refused. */
export const rememberedText = (maxChars: number) => optional(z.string().min(1).max(maxChars));

/** The address of a page without what may hold words: the query, the fragment and the user's name. */
export const rememberedAddress = optional(
  z.string().max(LIMITS.addressReadMaxChars).transform(shortenAddress),
);

/** The first items, each with its declared fields. */
export const rememberedList = (item: z.ZodType) =>
  optional(
    z.array(z.unknown()).transform((items) =>
      items.slice(0, LIMITS.itemsMax).flatMap((one) => {
        const read = item.safeParse(one);
        return read.success && read.data !== undefined ? [read.data] : [];
      }),
    ),
  );

export const rememberedObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  optional(z.object(shape));

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

function shortenAddress(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text.trim());
  if (url) {
    url.search = "";
    url.hash = "";
    url.username = "";
    url.password = "";
  }
  if (url && url.href.length <= LIMITS.addressMaxChars) return url.href;
  context.addIssue({ code: "custom", message: "no short address" });
  return z.NEVER;
}
