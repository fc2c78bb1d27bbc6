/** Real pictures, written anew in the real process. */

import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { commandOf, descendantsOf } from "../../../scripts/processes/find-process.ts";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { PictureType } from "../../contracts/pictures.ts";
import { inspectUpload } from "../file-extraction/preview-file.ts";
import { PICTURE_REWRITE_LIMITS } from "../limits.ts";
import { rewritePicture } from "./rewrite-picture.ts";

const CANARY = "CANARY-of-the-owner";
const someone = () => ({ person: "one", signal: new AbortController().signal });

/** Red above, blue below: 40 wide and 20 high. */
function square() {
  const half = { create: { width: 40, height: 10, channels: 3 as const, background: "blue" } };
  return sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } }).composite([
    { input: half, top: 10, left: 0 },
  ]);
}

/** The place where it was taken, and names of its owner in every block that a format has. */
const TOLD = {
  exif: {
    IFD0: { Artist: CANARY, ImageDescription: CANARY },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSAreaInformation: CANARY },
  },
  xmp: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${CANARY}"/></rdf:RDF></x:xmpmeta>`,
};

async function rewrite(mediaType: PictureType, bytes: Uint8Array) {
  const picture = await rewritePicture(mediaType, bytes, someone());
  if (!picture.ok) throw new Error(picture.reason);
  return picture;
}

async function colourAt(bytes: Uint8Array, left: number, top: number) {
  const spot = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  const [red = 0, , blue = 0] = await spot.raw().toBuffer();
  return red > blue ? "red" : "blue";
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

/** Says that it has many pixels, and holds a few bytes. */
function declaredPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const KINDS = [
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"],
] as const;

describe("a picture that is written anew", () => {
  it.each(KINDS)("of %s holds nothing but its pixels, upright", async (mediaType, kind) => {
    const bytes = await square()
      .withExif(TOLD.exif)
      .withXmp(TOLD.xmp)
      .withMetadata({ orientation: 6 })
      .toFormat(kind)
      .toBuffer();
    const before = Buffer.concat([bytes, Buffer.from(kind === "webp" ? "" : `\n${CANARY}`)]);
    expect(before.toString("latin1")).toContain(CANARY);
    expect((await sharp(bytes).metadata()).orientation).toBe(6);

    const { data, width, height } = await rewrite(mediaType, before);
    expect([width, height]).toEqual([20, 40]);
    const after = await sharp(data).metadata();
    expect(after).toMatchObject({ format: kind, width: 20, height: 40 });
    for (const block of ["exif", "xmp", "iptc", "icc", "orientation", "comments"])
      expect(after).not.toHaveProperty(block);
    const text = Buffer.from(data).toString("latin1");
    for (const trace of [CANARY, "Exif", "xmpmeta", "GPS"]) expect(text).not.toContain(trace);
    // Turned to the right, what was above is at the right.
    expect(await colourAt(data, 17, 20)).toBe("red");
    expect(await colourAt(data, 2, 20)).toBe("blue");
  });

  it("keeps the frames of an animation, and the first of one that is too long", async () => {
    const animation = (frames: number) =>
      sharp(
        Buffer.alloc(8 * 8 * 3 * frames, 7).map((_, at) => (Math.floor(at / 192) % 5) * 50),
        {
          raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 },
        },
      )
        .gif({ delay: Array(frames).fill(90), loop: 3 })
        .toBuffer();
    const short = await rewrite("image/gif", await animation(5));
    expect([short.width, short.height]).toEqual([8, 8]);
    const about = await sharp(short.data, { animated: true }).metadata();
    expect(about).toMatchObject({ pages: 5, loop: 3, delay: Array(5).fill(90) });
    const long = await rewrite("image/gif", await animation(PICTURE_REWRITE_LIMITS.framesMax + 1));
    expect((await sharp(long.data, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it("loses the comment of a GIF", async () => {
    const bytes = await square().gif().toBuffer();
    const comment = Buffer.from([0x21, 0xfe, CANARY.length, ...Buffer.from(CANARY), 0]);
    const end = bytes.lastIndexOf(0x3b);
    const told = Buffer.concat([bytes.subarray(0, end), comment, bytes.subarray(end)]);
    const { data } = await rewrite("image/gif", told);
    expect(Buffer.from(data).toString("latin1")).not.toContain(CANARY);
  });
});

describe("a picture is refused in words", () => {
  const inspect = (data: Uint8Array, name: string) =>
    inspectUpload({ id: randomUUID(), name, data: new Uint8Array(data) }, someone());

  it.each([
    [50_000, 50_000],
    [30_000, 30_000],
    [20_000, 100],
    [9_000, 9_000],
  ])("where it says that it has %i × %i pixels", async (width, height) => {
    const found = await inspect(declaredPng(width, height), "a.png");
    expect(found).toMatchObject({ ok: false, code: "picture-too-large" });
  });

  it.each([...KINDS, ["image/gif", "gif"] as const])(
    "where a %s ends too early",
    async (_mediaType, kind) => {
      const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
      const bytes = await sharp({
        create: { width: 300, height: 300, channels: 3, background: "red", noise },
      })
        .toFormat(kind)
        .toBuffer();
      expect(await inspect(bytes, `a.${kind}`)).toMatchObject({ ok: true });
      const cut = bytes.subarray(0, Math.floor(bytes.length / 2));
      expect(await inspect(cut, `a.${kind}`)).toMatchObject({ ok: false, code: "file-damaged" });
    },
  );

  it("where it is another format behind a known beginning", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const picture = await rewritePicture("image/png", Buffer.from(svg), someone());
    expect(picture).toEqual({ ok: false, reason: "damaged" });
    const jpeg = await square().jpeg().toBuffer();
    expect(await rewritePicture("image/png", jpeg, someone())).toEqual({
      ok: false,
      reason: "damaged",
    });
  });

  it("and another process takes over from one that is stopped", async () => {
    const rewriting = rewrite("image/png", await square().png().toBuffer());
    await vi.waitFor(
      () => {
        const pid = descendantsOf(process.pid).find((one) =>
          commandOf(one)?.includes("picture-rewrite/inside/worker.mjs"),
        );
        if (!pid) throw new Error("no process yet");
        process.kill(pid, "SIGSTOP");
      },
      { ...PATIENCE, interval: 5 },
    );
    expect(await rewriting).toMatchObject({ width: 40, height: 20 });
  });
});
