/** What is not there answers exactly like what may not be seen. */
export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
