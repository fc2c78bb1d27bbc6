/** Whether people are told who looks, and what is asked for. */
import * as z from "zod/mini";
import { TypedReason } from "./payload-opening.ts";

const Turn = z.enum(["on", "off"]);

export const GlassSwitch = z.strictObject({
  isOn: z.boolean(),
  asked: z.nullable(
    z.strictObject({
      to: Turn,
      by: z.nullable(z.string()),
      reason: z.string(),
      /** This operator asked, so another one must agree. */
      isMine: z.boolean(),
    }),
  ),
  /** Whether this operator may ask and agree. */
  mayChange: z.boolean(),
});
export type GlassSwitch = z.infer<typeof GlassSwitch>;

/** Body of `POST /api/admin/glass`. */
export const GlassRequest = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("ask"), to: Turn, reason: TypedReason }),
  z.strictObject({ do: z.literal("agree") }),
]);
export type GlassRequest = z.infer<typeof GlassRequest>;
