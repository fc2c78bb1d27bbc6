/** A picture that a model server put into its answer, as a file of the answer. Nothing is fetched: only its own bytes count. */
import "server-only";
import { PictureType } from "../../contracts/pictures.ts";
import type { MadeFile } from "../../contracts/run/run-work.ts";
import type { Waiting } from "../../gate/fair-gate.ts";
import { MADE_FILE_LIMITS } from "../limits.ts";
import { rewritePicture } from "./rewrite-picture.ts";

const DATA = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/=\s]+)$/i;

/**
 * @param address a `data:` address
 * @returns the picture written anew, so that it holds its pixels only; null where it is none, or cannot be read
 */
export async function pictureOfAddress(
  address: string,
  name: string,
  who: Waiting,
): Promise<MadeFile | null> {
  // Base64 has four characters for three bytes.
  if (address.length > MADE_FILE_LIMITS.maxBytes * 1.4) return null;
  const [, type = "", base64 = ""] = DATA.exec(address) ?? [];
  const mediaType = PictureType.safeParse(type.toLowerCase());
  if (!mediaType.success) return null;
  const picture = await rewritePicture(mediaType.data, Buffer.from(base64, "base64"), who);
  if (!picture.ok || picture.data.byteLength > MADE_FILE_LIMITS.maxBytes) return null;
  const ending = mediaType.data.replace("image/", "").replace("jpeg", "jpg");
  return { name: `${name}.${ending}`, mediaType: mediaType.data, data: picture.data, alt: "" };
}
