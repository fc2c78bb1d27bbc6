/** KaTeX together with its styles, as one part that is loaded when needed. */
import "katex/dist/katex.min.css";
import katex from "katex";

export default katex;
