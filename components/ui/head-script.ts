/**
 * The script in the head: it sets the theme and the scroll position before the first paint, and records early presses and scrolls.
 */

/** The chosen theme: `light`, `dark`, or none, which follows the system. */
export const THEME_KEY = "halfsilver.theme";

/** The size of text: `large`, `largest`, or none. */
export const TEXT_SIZE_KEY = "halfsilver.text-size";
export const SEND_KEY = "halfsilver.send-key";
/** `device`: theme and size of text are this device's own. None: they follow the account. */
export const LOOK_HERE_KEY = "halfsilver.look-here";
/** The person whose last choice has not reached their account. */
export const UNSAVED_KEY = "halfsilver.look-unsaved";

/** A scroll container with this attribute starts at its end. */
export const STARTS_AT_END = { "data-starts-at-end": "" } as const;

const APPLY_CHOICES = `try{var d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}"),s=localStorage.getItem("${TEXT_SIZE_KEY}");if(t==="light"||t==="dark")d.theme=t;if(s==="large"||s==="largest")d.textSize=s}catch(e){}`;

/** In each frame in which more of the page has arrived, so that its end is what is painted first. */
const START_AT_END = `(function(){var h=0;function f(){var e=document.querySelector("[data-starts-at-end]");if(e&&e.scrollHeight!==h){h=e.scrollHeight;e.scrollTop=h}}(function g(){f();if(document.readyState==="loading")requestAnimationFrame(g)})();addEventListener("DOMContentLoaded",f)})()`;

/** A scroll up before the script has come. The browser itself moves up only where there is less to scroll. */
const KEEP_SCROLL = `(function(){var d=document.documentElement.dataset,t=0,h=0;addEventListener("scroll",function(e){var l=e.target;if(d.scrollTaken===undefined&&l.dataset&&l.dataset.startsAtEnd!==undefined){if(l.scrollTop<t-1&&l.scrollHeight>=h)d.scrolledUp="";t=l.scrollTop;h=l.scrollHeight}},true)})()`;

/** True if the person scrolled up from the end before the log's script had loaded, and has not come back. Ask once. */
export function takeEarlyScroll({ scrollTop, scrollHeight, clientHeight }: Element): boolean {
  const { dataset } = document.documentElement;
  const wasScrolled = dataset.scrolledUp !== undefined;
  delete dataset.scrolledUp;
  dataset.scrollTaken = "";
  return wasScrolled && scrollTop + clientHeight < scrollHeight - 1;
}

/** A button with this attribute remembers a press that comes before its script: see `takeEarlyPress`. */
export const KEEPS_PRESS = { "data-keeps-press": "", suppressHydrationWarning: true } as const;

const KEEP_PRESSES = `addEventListener("click",function(e){var b=e.target.closest&&e.target.closest("[data-keeps-press]");if(b)b.dataset.pressed=""},true)`;

/** True if the button was pressed before its script had loaded. Ask once, when it has loaded. */
export function takeEarlyPress(button: HTMLElement | null): boolean {
  const wasPressed = button?.dataset.pressed !== undefined;
  if (wasPressed) delete button?.dataset.pressed;
  return wasPressed;
}

export const HEAD_SCRIPT = `${APPLY_CHOICES};${START_AT_END};${KEEP_SCROLL};${KEEP_PRESSES}`;
