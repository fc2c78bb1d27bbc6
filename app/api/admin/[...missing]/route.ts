/** Addresses without a handler answer like those that the caller may not read. */
export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
