/** The choice of theme: `light`, `dark`, or none, which follows the system. */
export const THEME_KEY = "halfsilver.theme";

export type Theme = "system" | "light" | "dark";

/** Runs in the head, before the first paint, so that no page flashes in the other theme. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;
