/** What a link that goes to an address is for. */
import * as z from "zod/mini";

/** `sign-up`: a new account. `reset`: another password. `email`: another address. */
export const AccountLinkKind = z.enum(["sign-up", "reset", "email"]);
export type AccountLinkKind = z.infer<typeof AccountLinkKind>;
