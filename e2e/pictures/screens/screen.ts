/** One picture: where it is taken, as whom, and what is pressed before. */
import type { Locator, Page } from "@playwright/test";
import type { World, WorldRole } from "../world.ts";

export type Screen = {
  /** The name of its file. */
  name: string;
  /** Absent: signed out. */
  as?: WorldRole;
  path: string | ((world: World) => string);
  /** What must be there. */
  shows?: (page: Page) => Locator;
  /** Opens what the address does not. It changes nothing that is stored. */
  act?: (page: Page) => Promise<unknown>;
  /** What cannot be fixed. */
  mask?: (page: Page) => Locator;
  /** Opened anew for each scheme: what it has drawn is drawn again a moment later. */
  isDrawn?: true;
  /** Only in looks of this width. */
  width?: 390 | 1280;
};

/** Presses until it shows: a press before the page is hydrated has no effect. */
export async function openWith(press: () => Promise<unknown>, opened: Locator): Promise<void> {
  const isOpen = () =>
    opened.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  // A second press of one that opens late would close it.
  do await press();
  while (!(await isOpen()));
}
