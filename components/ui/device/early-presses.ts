/** Presses that come before the page's own scripts: what an overlay's button and the body have to do with `press-script.ts`. */

/** Says that React has heard the event that is being dispatched. It hears nothing in a part that is not hydrated. */
export const HEARD_EVENT = "halfsilver:heard";

/** A button with this attribute opens what is loaded later, and takes its early press itself: see `takeEarlyPress`. */
export const KEEPS_PRESS = { "data-keeps-press": "", suppressHydrationWarning: true } as const;

/** A press that nobody has heard: the middle of its button in px of the window, and the button's name. */
export type EarlyPress = { x: number; y: number; name: string };

/**
 * True if the last press was of this button, or of one with its name that stood in its place, and React has not heard it. The
 * server may have sent the part with the button once more meanwhile. Ask once.
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
