/** The ports of a turn: the directory in the database, and the current policies. */
import "server-only";
import { loadPolicies } from "../db/policies/load-policies.ts";
import { countPeople } from "../db/ums/count-people.ts";
import { createPerson } from "../db/ums/create-person.ts";
import { deletePerson } from "../db/ums/delete-person.ts";
import { findPeople } from "../db/ums/find-people.ts";
import { getPerson } from "../db/ums/get-person.ts";
import { listPeople } from "../db/ums/list-people.ts";
import { updatePerson } from "../db/ums/update-person.ts";
import { compilePolicies } from "../governance/compile-policies.ts";
import { decideHop } from "../governance/decide-hop.ts";
import type { Directory } from "./directory.ts";
import type { UmsPorts } from "./turn/ums-turn.ts";

export async function openUmsPorts(): Promise<UmsPorts> {
  const policies = compilePolicies(await loadPolicies());
  return { directory: storedDirectory, decide: (question) => decideHop(policies, question) };
}

export const storedDirectory: Directory = {
  list: listPeople,
  find: findPeople,
  get: getPerson,
  create: createPerson,
  update: updatePerson,
  delete: deletePerson,
  countBy: countPeople,
};
