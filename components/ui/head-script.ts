/** The script in the head that sets the theme and the scroll position before the first paint. */

/** The choice of theme: `light`, `dark`, or none, which follows the system. */
export const THEME_KEY = "halfsilver.theme";

export type Theme = "system" | "light" | "dark";

/** A scroller with this attribute is at its end when the page appears. */
export const STARTS_AT_END = { "data-starts-at-end": "" } as const;

const CHOOSE_THEME = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

const START_AT_END = `addEventListener("DOMContentLoaded",function(){var e=document.querySelector("[data-starts-at-end]");if(e)e.scrollTop=e.scrollHeight})`;

export const HEAD_SCRIPT = `${CHOOSE_THEME};${START_AT_END}`;
