/** The kinds of pictures that a person can attach, a model can be shown, and an answer can hold. */
import * as z from "zod/mini";

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export const PictureType = z.enum(PICTURE_TYPES);
export type PictureType = z.infer<typeof PictureType>;
