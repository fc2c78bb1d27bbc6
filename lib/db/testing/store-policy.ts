/** A policy that is no default: stored as an operator's version. */
import "server-only";
import { randomUUID } from "node:crypto";
import type { PolicyDraft } from "../../contracts/stored-policy.ts";
import { db } from "../client.ts";
import { forgetPolicies } from "../policies/load-policies.ts";
import { createPerson } from "./turn-fixtures.ts";

/** Stores the next version, in force from the next load. `enabled: false` switches the policy off. */
export async function storePolicy(policy: PolicyDraft): Promise<void> {
  const { userId } = await createPerson("admin");
  const versions = await db().policy.count({ where: { name: policy.name } });
  await db().policy.create({
    data: { ...policy, id: randomUUID(), version: versions + 1, createdBy: userId },
  });
  forgetPolicies();
}
