import "server-only";

/** All agents of this product, one line each. */
export { concierge } from "./concierge/descriptor.ts";
export { general } from "./general/descriptor.ts";
export { users } from "./users/descriptor.ts";
