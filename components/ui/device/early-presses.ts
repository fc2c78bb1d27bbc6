/** Presses before React is ready: what components share with the script in the head (`press-script.ts`). */

/** Dispatched while React handles a click or a submission. In a part that is not hydrated it handles none. */
export const HEARD_EVENT = "halfsilver:heard";

/** For a button whose overlay is loaded later. It asks for its early press itself, with `takeEarlyPress`. */
export const KEEPS_PRESS = { "data-keeps-press": "", suppressHydrationWarning: true } as const;

/** A press that React has not handled: the centre of the button in CSS pixels of the window, and the button's name. */
export type EarlyPress = { x: number; y: number; name: string };

/**
 * True if this button was pressed before React was ready, or if a button with the same name in the same place was: the server may
 * have sent that part of the page again since. Each press is returned once.
 */
export function takeEarlyPress(button: HTMLElement | null): boolean {
  const { dataset } = document.documentElement;
  if (!button || dataset.pressed === undefined) return false;
  const wasPressed =
    button.dataset.pressed !== undefined ||
    standsAt(button, JSON.parse(dataset.pressed) as EarlyPress);
  if (wasPressed) {
    delete button.dataset.pressed;
    delete dataset.pressed;
  }
  return wasPressed;
}

function standsAt(button: HTMLElement, { x, y, name }: EarlyPress): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const isThere = left <= x && x <= right && top <= y && y <= bottom;
  return isThere && (button.getAttribute("aria-label") ?? button.textContent) === name;
}
