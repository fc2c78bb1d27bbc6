/** Compares two folders of pictures. Where two differ, Playwright writes both and their difference. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "@playwright/test";

const { PICTURES: one = "", PICTURES_OTHER: other = "" } = process.env;

/** Every pixel counts; Playwright leaves out those that smooth an edge, which `differenceOf` tells apart. */
const EXACT = { threshold: 0, maxDiffPixels: 0 };

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".png"),
  );

/** @returns in words; null for none */
function differenceOf(name: string): string | null {
  for (const folder of [one, other])
    if (!existsSync(join(folder, name))) return `is missing in ${folder}`;
  const picture = readFileSync(join(other, name));
  if (picture.equals(readFileSync(join(one, name)))) return null;
  try {
    expect(picture).toMatchSnapshot(name.split("/"), EXACT);
    return "differs where edges are smoothed";
  } catch (error) {
    const said = stripVTControlCharacters((error as Error).message);
    return /\d+ pixels.*different|Expected an image.*/.exec(said)?.[0] ?? said;
  }
}

test("no picture differs", () => {
  test.setTimeout(0);
  const names = [...new Set([one, other].flatMap(namesIn))].sort();
  expect(names, "pictures").not.toEqual([]);
  let differing = 0;
  for (const name of names) {
    const difference = differenceOf(name);
    if (difference === null) continue;
    differing += 1;
    console.log(`${name}: ${difference}`);
  }
  console.log(`${names.length} pictures, ${differing} differ. ${test.info().outputDir}`);
  expect(differing).toBe(0);
});
