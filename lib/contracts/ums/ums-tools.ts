/**
 * Names and versions of the user-management service's tools, so that plans can name them without importing the service.
 */
import type { z } from "zod";
import { NewUmsPerson, UpdatePerson } from "./ums-person.ts";

export const UMS_TOOLS = [
  { name: "list_people", version: "1.0.0" },
  { name: "find_people", version: "1.0.0" },
  { name: "create_person", version: "1.0.0" },
  { name: "update_person", version: "1.0.0" },
  { name: "delete_person", version: "1.0.0" },
  { name: "count_people_by", version: "1.0.0" },
] as const;

/** Calls of which a person may change the arguments before they approve them. `fixed`: whom it concerns, which the question names. */
export const UMS_CHANGEABLE: ReadonlyMap<string, { arguments: z.ZodType; fixed: string[] }> =
  new Map([
    ["create_person", { arguments: NewUmsPerson, fixed: [] }],
    ["update_person", { arguments: UpdatePerson, fixed: ["id"] }],
  ]);
