/** Unknown addresses answer in the same way as forbidden ones. */
export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
