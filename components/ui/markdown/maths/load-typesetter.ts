/** Loads KaTeX with its styles and fonts, once. All of it is served by this application. */

/** Draws a formula into an element; one that cannot be read is shown as its source, in the colour of errors. */
export type Typeset = (tex: string, place: HTMLElement, isDisplay: boolean) => void;

/** Stops a formula that defines itself over and over. */
const EXPANSIONS_MAX = 500;
const SIZE_MAX_EM = 20;

let loaded: Typeset | null = null;

/** @returns null until it has been loaded */
export const loadedTypesetter = (): Typeset | null => loaded;

/** @throws where it cannot be loaded */
export async function loadTypesetter(): Promise<Typeset> {
  const { default: katex } = await import("./katex.ts");
  loaded = (tex, place, displayMode) =>
    katex.render(tex, place, {
      displayMode,
      throwOnError: false,
      errorColor: "var(--color-danger)",
      strict: "ignore",
      trust: false,
      maxExpand: EXPANSIONS_MAX,
      maxSize: SIZE_MAX_EM,
    });
  return loaded;
}
