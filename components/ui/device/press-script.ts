/** The part of the script in the head that keeps presses until React hears them. */
import { type EarlyPress, HEARD_EVENT } from "./early-presses.ts";

const FIRST_REPEAT_MS = 8;
const LAST_REPEAT_MS = 1_000;

/**
 * Repeats a press of a button until React handles it, and likewise the submission of a form without an address, with which the
 * browser would leave the page. A press of a button that opens an overlay is only recorded. If a button was replaced since, or
 * while it was held down, the press goes to the button with the same name in the same place. A press whose event was prevented
 * does not count. The browser receives the text of this function, so it may use nothing but its parameters.
 */
function keepPresses(heardEvent: string, firstRepeatMs: number, lastRepeatMs: number): void {
  type Press = { element: HTMLElement; event: Event; place: EarlyPress; isHeard: boolean };
  const unheard = new Map<HTMLElement, Press>();
  const { dataset } = document.documentElement;
  let current: Press | null = null;
  let held: Press | null = null;
  let timer = 0;
  let pauseMs = 0;

  const nameOf = (button: Element) => button.getAttribute("aria-label") ?? button.textContent;
  const toPress = (element: HTMLElement, event: Event): Press => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = { x: x + width / 2, y: y + height / 2, name: nameOf(element) };
    return { element, event, place, isHeard: false };
  };
  const successorOf = ({ x, y, name }: EarlyPress) => {
    const button = document.elementFromPoint(x, y)?.closest("button");
    return button && nameOf(button) === name ? button : null;
  };
  const repeat = () => {
    for (const [element, { event, place }] of [...unheard])
      if (element instanceof HTMLFormElement && element.isConnected) {
        const { submitter } = event as SubmitEvent;
        element.requestSubmit(submitter?.isConnected ? submitter : null);
      } else if (element.isConnected) element.click();
      else {
        unheard.delete(element);
        successorOf(place)?.click();
      }
    pauseMs = Math.min(2 * pauseMs, lastRepeatMs);
    timer = unheard.size > 0 ? window.setTimeout(repeat, pauseMs) : 0;
  };
  // Called after the event has been dispatched.
  const keep = (press: Press) => {
    const { element, event, place, isHeard } = press;
    if (isHeard || (event.type === "click" && event.defaultPrevented)) return;
    if (element.dataset.keepsPress !== undefined) {
      element.dataset.pressed = "";
      dataset.pressed = JSON.stringify(place);
      return;
    }
    unheard.set(element, press);
    if (timer !== 0) return;
    pauseMs = firstRepeatMs;
    timer = window.setTimeout(repeat);
  };
  const watch = (press: Press | null) => {
    current = press;
    if (press) window.setTimeout(() => keep(press));
  };
  const buttonOf = ({ target }: Event, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null;

  const onClick = (event: MouseEvent) => {
    const button = buttonOf(event, "button[type=button], [data-keeps-press]");
    watch(button && toPress(button, event));
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const isOurs = !form.hasAttribute("action");
    if (isOurs) event.preventDefault();
    watch(isOurs ? toPress(form, event) : null);
  };
  const onPointerDown = (event: PointerEvent) => {
    const isMouse = event.button === 0 && event.pointerType === "mouse";
    const button = isMouse ? buttonOf(event, "button") : null;
    held = button && toPress(button, event);
  };
  // If the button was replaced while it was held down, the browser sends no click, or only one to what is around it.
  const onMouseUp = (event: MouseEvent) => {
    const press = held;
    held = null;
    if (!press || press.element.isConnected) return;
    window.setTimeout(() => {
      if (press.event.defaultPrevented || event.defaultPrevented) return;
      const button = successorOf(press.place);
      const isClicked = current?.element === button;
      if (!isClicked && button === buttonOf(event, "button")) button?.click();
    });
  };
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  addEventListener("pointerdown", onPointerDown, true);
  addEventListener("mouseup", onMouseUp, true);
  addEventListener(heardEvent, () => {
    if (current) {
      current.isHeard = true;
      unheard.delete(current.element);
    }
    delete dataset.pressed;
  });
}

export const PRESS_SCRIPT = `(${keepPresses})(${JSON.stringify(HEARD_EVENT)},${FIRST_REPEAT_MS},${LAST_REPEAT_MS})`;
