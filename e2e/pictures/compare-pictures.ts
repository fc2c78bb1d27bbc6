/** Compares two folders of pictures pixel by pixel, and writes a picture of each difference. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

const { PICTURES: one = "", PICTURES_OTHER: other = "" } = process.env;

/** Of 255. Where Chromium smooths a corner, a second drawing of the same may differ by one. */
const LEVEL_MAX = 1;

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".png"),
  );

type Compared = { pixels: number; sizes: string[]; picture: string };

/** In the browser, which reads and writes PNG. Pixels that only one has differ. What is the same is pale. */
function comparePixels(page: Page, pictures: readonly Buffer[]): Promise<Compared> {
  const addresses = pictures.map((one) => `data:image/png;base64,${one.toString("base64")}`);
  return page.evaluate(
    async ([urls, levelMax]) => {
      const images = await Promise.all(
        urls.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
      );
      const width = Math.max(...images.map((image) => image.width));
      const height = Math.max(...images.map((image) => image.height));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("no canvas");
      const [a, b] = images.map((image) => {
        context.clearRect(0, 0, width, height);
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height);
      });
      if (!a || !b) throw new Error("two pictures are compared");
      let pixels = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const levels = [0, 1, 2, 3].map((part) =>
          Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)),
        );
        const differs = Math.max(...levels) > levelMax;
        if (differs) pixels += 1;
        if (differs) b.data.set([255, 0, 0, 255], at);
        else b.data[at + 3] = 60;
      }
      context.putImageData(b, 0, 0);
      const sizes = images.map((image) => `${image.width} × ${image.height}`);
      return { pixels, sizes, picture: canvas.toDataURL("image/png").split(",")[1] ?? "" };
    },
    [addresses, LEVEL_MAX] as const,
  );
}

/** @returns in words; null for none */
async function differenceOf(page: Page, name: string): Promise<string | null> {
  for (const folder of [one, other])
    if (!existsSync(join(folder, name))) return `is missing in ${folder}`;
  const pictures = [one, other].map((folder) => readFileSync(join(folder, name)));
  if (pictures[0]?.equals(pictures[1] ?? Buffer.of())) return null;
  const { pixels, sizes, picture } = await comparePixels(page, pictures);
  const [size, otherSize] = sizes;
  if (pixels === 0 && size === otherSize) return null;
  const file = test.info().outputPath(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(picture, "base64"));
  return `${pixels} pixels differ${size === otherSize ? "" : `, ${size} became ${otherSize}`}`;
}

test("no picture differs", async ({ page }) => {
  test.setTimeout(0);
  const names = [...new Set([one, other].flatMap(namesIn))].sort();
  expect(names, "pictures").not.toEqual([]);
  let differing = 0;
  for (const name of names) {
    const difference = await differenceOf(page, name);
    if (difference === null) continue;
    differing += 1;
    console.log(`${name}: ${difference}`);
  }
  console.log(`${names.length} pictures, ${differing} differ. ${test.info().outputDir}`);
  expect(differing, "pictures that differ").toBe(0);
});
