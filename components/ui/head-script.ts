/**
 * The script in the head: it sets the theme and the scroll position before the first paint, and keeps presses and scrolls that
 * come before the page's own scripts.
 */
import { PRESS_SCRIPT } from "./device/press-script.ts";

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

/**
 * In each frame in which more of the page has arrived, so that its end is what is painted first: until somebody scrolls up, which
 * is recorded until the log's script has come. The browser itself moves up only where there is less to scroll.
 */
const START_AT_END = `(function(){var d=document.documentElement.dataset,s=0,t=0,h=0;function k(l){if(l.scrollTop<t-1&&l.scrollHeight>=h)d.scrolledUp="";t=l.scrollTop;h=l.scrollHeight}function f(){var l=document.querySelector("[data-starts-at-end]");if(!l||d.scrollTaken!==undefined||l.scrollHeight===s)return;k(l);if(d.scrolledUp!==undefined)return;s=l.scrollHeight;l.scrollTop=s;k(l)}addEventListener("scroll",function(e){var l=e.target;if(d.scrollTaken===undefined&&l.dataset&&l.dataset.startsAtEnd!==undefined)k(l)},true);(function g(){f();if(document.readyState==="loading")requestAnimationFrame(g)})();addEventListener("DOMContentLoaded",f)})()`;

/** True if the person scrolled up from the end before the log's script had loaded, and has not come back. Ask once. */
export function takeEarlyScroll(log: Element): boolean {
  const { dataset } = document.documentElement;
  // The browser tells of a scroll a frame later.
  if (dataset.scrollTaken === undefined) log.dispatchEvent(new Event("scroll"));
  const { scrollTop, scrollHeight, clientHeight } = log;
  const wasScrolled = dataset.scrolledUp !== undefined;
  delete dataset.scrolledUp;
  dataset.scrollTaken = "";
  return wasScrolled && scrollTop + clientHeight < scrollHeight - 1;
}

export const HEAD_SCRIPT = `${APPLY_CHOICES};${START_AT_END};${PRESS_SCRIPT}`;
