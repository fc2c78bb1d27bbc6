/** A page of the inspector: its title and its view, for operators. Everybody else gets the 404 page. */
import "server-only";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import type { Actor } from "@/lib/access/actor.ts";
import { can } from "@/lib/access/assert-can.ts";
import type { Permission } from "@/lib/access/permissions.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import type { TrailFindings } from "@/lib/contracts/inspector/trail-findings.ts";
import { findingsSoon } from "@/lib/db/audit/found/trail-findings.ts";
import { listRequests } from "@/lib/db/inspector/opening/opening-requests.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { admitOperator } from "@/lib/inspector/admit-operator.ts";

/**
 * Once per request, however many parts of the page ask.
 * @param target the page's address, for the audit
 * @param permission default: the one that every operator has
 */
export const enterInspector: (target: string, permission?: Permission) => Promise<Actor> = cache(
  (target, permission = "run:list") =>
    orNotFound(async () => admitOperator(await getActor(), permission, target)),
);

/** The 404 page for what does not exist, and for anybody who may not see it. */
export async function orNotFound<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) notFound();
    throw error;
  }
}

/** For the bar across the page. */
async function findingsFor(actor: Actor): Promise<TrailFindings> {
  return {
    findings: await findingsSoon(),
    mayAcknowledge: can(actor, "trail:acknowledge"),
  };
}

/** Requests of other admins that wait for this operator. */
async function countRequestsFor(actor: Actor): Promise<number> {
  if (!can(actor, "opening:decide")) return 0;
  return (await listRequests(actor)).filter(({ askedBy }) => askedBy !== actor.userId).length;
}

type InspectorFrameProps = { actor: Actor; fit?: "flow" | "fill"; children: ReactNode };

type InspectorPage<Params> = {
  /** For the audit. */
  address: string;
  /** Left out: the one that every operator has. */
  permission?: Permission;
  title: () => string;
  view: (actor: Actor, props: Params) => ReactNode | Promise<ReactNode>;
};

/** What the file of a page exports. */
export function inspectorPage<Params = unknown>(page: InspectorPage<Params>) {
  const { address, permission, title, view } = page;
  return {
    async generateMetadata(): Promise<Metadata> {
      await enterInspector(address, permission);
      return { title: title() };
    },
    async Page(props: Params) {
      const actor = await enterInspector(address, permission);
      return <InspectorFrame actor={actor}>{await view(actor, props)}</InspectorFrame>;
    },
  };
}

/** Stands around every page. */
export async function InspectorFrame({ actor, fit = "flow", children }: InspectorFrameProps) {
  return (
    <InspectorShell
      fit={fit}
      operator={(await getPerson())?.email ?? ""}
      findings={await findingsFor(actor)}
      mayErase={can(actor, "data:erase")}
      requests={await countRequestsFor(actor)}
    >
      {children}
    </InspectorShell>
  );
}
