import "server-only";
/** The directory in the database. */
import { countPeople } from "../db/ums/count-people.ts";
import { createPerson } from "../db/ums/create-person.ts";
import { deletePerson } from "../db/ums/delete-person.ts";
import { findPeople } from "../db/ums/find-people.ts";
import { getPerson } from "../db/ums/get-person.ts";
import { listPeople } from "../db/ums/list-people.ts";
import { updatePerson } from "../db/ums/update-person.ts";
import type { Directory } from "./directory.ts";

export const storedDirectory: Directory = {
  list: listPeople,
  find: findPeople,
  get: getPerson,
  create: createPerson,
  update: updatePerson,
  delete: deletePerson,
  countBy: countPeople,
};
