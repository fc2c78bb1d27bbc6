/** Admits an operator to an inspector page. Everybody else gets the 404 page. */
import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { Actor } from "@/lib/access/actor.ts";
import type { Permission } from "@/lib/access/permissions.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

/**
 * Once per request, however many parts of the page ask.
 * @param target the page's address, for the audit
 * @param permission default: the one that every operator has
 */
export const enterInspector: (target: string, permission?: Permission) => Promise<Actor> = cache(
  async (target, permission = "run:list") => {
    try {
      return await admitOperator(await getActor(), permission, target);
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") notFound();
      throw error;
    }
  },
);
