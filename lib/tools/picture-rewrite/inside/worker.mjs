/**
 * The process for one picture: reads its bytes from stdin, decodes it, writes it anew as one JSON line, and exits. Nothing of
 * the file but its pixels goes on: no EXIF, no profile, no comment, nothing behind its end.
 */
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { closeNetwork } from "../../sandbox/inside/lock-down.mjs";

const [kind, sharpPath, limits] = process.argv.slice(2);
const { pixelsMax, sideMax, framesMax, animationPixelsMax, maxBytes } = JSON.parse(limits);
const { stdin, stdout } = process;
closeNetwork();

const LOADERS = { png: "Png", jpeg: "Jpeg", webp: "Webp", gif: "Nsgif" };
/** Of JPEG and lossy WebP: the second is tried where the first becomes too large. */
const QUALITIES = [90, 75];
/** Upright, and all of it: a file that ends early is refused. */
const READING = { failOn: "error", sequentialRead: true, autoOrient: true };

const bytes = await buffer(stdin);
const { default: sharp } = await import(pathToFileURL(sharpPath).href);
sharp.cache(false);
sharp.concurrency(1);
// Of the many formats that the library knows, one may be read.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: [`VipsForeignLoad${LOADERS[kind]}Buffer`] });
stdout.write(`${JSON.stringify(await rewrite())}\n`, () => process.exit(0));

async function rewrite() {
  try {
    // Reads the header alone.
    const about = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
    const { width, pages = 1 } = about;
    const height = about.pageHeight ?? about.height;
    if (width * height > pixelsMax || Math.max(width, height) > sideMax)
      return { ok: false, reason: "too-large" };
    const isAnimated =
      pages > 1 && pages <= framesMax && width * height * pages <= animationPixelsMax;
    return await write(about, isAnimated);
  } catch {
    return { ok: false, reason: "damaged" };
  }
}

async function write({ chromaSubsampling }, isAnimated) {
  for (const quality of kind === "jpeg" || kind === "webp" ? QUALITIES : [null]) {
    const limitInputPixels = isAnimated ? animationPixelsMax : pixelsMax;
    const { data, info } = await encode(
      sharp(bytes, { ...READING, limitInputPixels, animated: isAnimated }),
      { quality, chromaSubsampling },
    ).toBuffer({ resolveWithObject: true });
    if (data.length > maxBytes) continue;
    const height = info.pageHeight ?? info.height;
    return { ok: true, data: data.toString("base64"), width: info.width, height };
  }
  return { ok: false, reason: "too-large" };
}

function encode(picture, { quality, chromaSubsampling }) {
  switch (kind) {
    case "png":
      return picture.png();
    case "gif":
      return picture.gif();
    case "webp":
      return picture.webp({ quality, effort: 1 });
    default: {
      const isFine = chromaSubsampling === "4:4:4";
      return picture.jpeg({ quality, chromaSubsampling: isFine ? "4:4:4" : "4:2:0" });
    }
  }
}
