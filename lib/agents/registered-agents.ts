/** All agents of this product, one line each. */
import "server-only";

export { concierge } from "./concierge/descriptor.ts";
export { general } from "./general/descriptor.ts";
export { users } from "./users/descriptor.ts";
