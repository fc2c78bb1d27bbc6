/** KaTeX together with its styles and its bounds, as one part that is loaded when needed. */
import "katex/dist/katex.min.css";
import katex from "katex";

export { fitsTypesetter } from "./bounds/source-bounds.ts";
export default katex;
