/** The named groups of which an agent's task and the tool loop's input are made. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import type { HopDecision } from "../contracts/run/hop-decision.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallOrigins } from "./foreign/judge-call.ts";
import type { Gateway } from "./loop/open-gateway.ts";
import type { Hop, Hops } from "./record-hops.ts";

/** Whose turn it is, in which conversation. */
export type TaskIdentity = {
  runId: string;
  conversationId: string;
  userMessageId: string;
  /** The person whom the agent and its tools act for. */
  actor: Actor;
  /** The run whose answer this turn replaces. The agent forgets its exchange. */
  replacedRunId: string | null;
};

/** Where the work stands in the tree of hops. */
export type HopTrace = {
  /** The agent's own hop. */
  hop: Hop;
  hops: Hops;
};

/** What is asked before a call runs, and what it passes. */
export type Governance = {
  /** What calls to services, web pages and MCP servers pass. */
  gateway: Gateway;
  /** The policy decision on a call. Absent: everything is allowed. */
  govern?: (call: GovernedCall) => HopDecision;
  /** To be awaited before decisions are asked for: the policies in force are read where the last read is too long ago. */
  ready?: () => Promise<void>;
  /** Resolves true when tools may run, false if the work is dropped. Absent: tools may run at once. */
  mayAct?: () => Promise<boolean>;
  /** Links calls to the plan's steps. Absent: there is no plan. */
  steps?: StepLinks;
};

export type TaskLimits = {
  maxRounds: number;
  maxMs: number;
  /** Most tool calls. Absent: as many as fit into the rounds. */
  maxToolCalls?: number;
};

/** Matches an agent's tool calls with the tool steps that the plan lists for that agent. */
export type StepLinks = {
  /** The plan step of a call of `tool@version`, or null. */
  link(tool: string): string | null;
  /** Records how the latest attempt of the step ended. */
  recordEnd(stepId: string, ok: boolean): void;
};

/** A tool call as the policies see it. */
export type GovernedCall = {
  tool: Tool;
  arguments: unknown;
  hop: Hop;
  planStepId: string | null;
  approved: boolean;
  /** Where it comes from. */
  from: CallOrigins;
};
