/**
 * Names and versions of the user-management service's tools, so that plans can name them without importing the service.
 */

export const UMS_TOOLS = [
  { name: "list_people", version: "1.0.0" },
  { name: "find_people", version: "1.0.0" },
  { name: "create_person", version: "1.0.0" },
  { name: "update_person", version: "1.0.0" },
  { name: "delete_person", version: "1.0.0" },
  { name: "count_people_by", version: "1.0.0" },
] as const;
