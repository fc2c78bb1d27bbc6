/** The actor of a request: a person with a role. */
import { z } from "zod";

export const Role = z.enum(["user", "auditor", "admin"]);
export type Role = z.infer<typeof Role>;

export type Actor = { readonly userId: string; readonly role: Role };
