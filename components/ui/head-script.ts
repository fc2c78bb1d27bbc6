/**
 * The script in the head: it sets the theme and the scroll position before the first paint, and keeps presses and scrolls that
 * come before the page's own scripts.
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

/** A button with this attribute remembers a press that comes before its script: see `takeEarlyPress`. */
export const KEEPS_PRESS = { "data-keeps-press": "", suppressHydrationWarning: true } as const;

const KEEP_PRESSES = `addEventListener("click",function(e){var b=e.target.closest&&e.target.closest("[data-keeps-press]");if(b)b.dataset.pressed=""},true)`;

/** True if the button was pressed before its script had loaded. Ask once, when it has loaded. */
export function takeEarlyPress(button: HTMLElement | null): boolean {
  const wasPressed = button?.dataset.pressed !== undefined;
  if (wasPressed) delete button?.dataset.pressed;
  return wasPressed;
}

/** Says that React has heard the event that is being dispatched. It hears nothing in a part that is not hydrated. */
export const HEARD_EVENT = "halfsilver:heard";

const FIRST_REPEAT_MS = 8;
const LAST_REPEAT_MS = 1_000;

/**
 * A press of a button that nobody has heard is made again until somebody does, and so is the sending of a form that only a script
 * sends: the browser would leave the page with it.
 */
const REPEAT_UNHEARD = `(function(){var u=new Map,c,t,p;function r(){u.forEach(function(s,e){if(!e.isConnected)u.delete(e);else if(e.requestSubmit)e.requestSubmit(s&&s.isConnected?s:null);else e.click()});p=Math.min(2*p,${LAST_REPEAT_MS});t=u.size?setTimeout(r,p):0}function k(e){var g=e.target;c=e.type==="submit"?(g.hasAttribute("action")?null:g):g.closest&&g.closest("button[type=button]:not([data-keeps-press])");if(!c)return;if(c===g&&e.type==="submit")e.preventDefault();u.set(c,e.submitter);if(!t){p=${FIRST_REPEAT_MS};t=setTimeout(r)}}addEventListener("click",k,true);addEventListener("submit",k,true);addEventListener("${HEARD_EVENT}",function(){u.delete(c)})})()`;

export const HEAD_SCRIPT = `${APPLY_CHOICES};${START_AT_END};${KEEP_PRESSES};${REPEAT_UNHEARD}`;
