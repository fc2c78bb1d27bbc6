/** Starts load processes and gives them orders. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { NODE } from "../../scripts/setup/paths.ts";
import type { LoadOrder, LoadReport, TogetherReport } from "./orders.ts";

export type LoadProcess = {
  perform(order: LoadOrder): Promise<Extract<LoadReport, { ok: true }>>;
  stop(): void;
};

export function startLoad(): LoadProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, "worker.ts"), [], {
    execPath: NODE,
    execArgv: [],
  });
  return {
    perform: (order) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`a load process ended (${code})`));
        child.once("exit", onExit);
        child.once("message", (report: LoadReport) => {
          child.off("exit", onExit);
          if (report.ok) resolve(report);
          else reject(new Error(report.problem));
        });
        child.send(order);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

type Together = Extract<LoadOrder, { kind: "together" }>;

/** Distributes the conversations of one order evenly over several processes. */
export async function performTogether(
  processes: readonly LoadProcess[],
  order: Together,
): Promise<TogetherReport> {
  const reports = await Promise.all(
    processes.map((one, place) => {
      const cookies = order.cookies.filter((_, index) => index % processes.length === place);
      return one.perform({ ...order, cookies });
    }),
  );
  const all = reports.filter((report) => report.kind === "together");
  return {
    turns: all.flatMap(({ turns }) => turns),
    errors: all.flatMap(({ errors }) => errors),
  };
}
