import "server-only";
/** The policies of a new deployment. A later version that an operator saves replaces the one of the same name. */
import type { PolicyDraft } from "../contracts/stored-policy.ts";

export const DEFAULT_POLICIES: readonly PolicyDraft[] = [
  {
    name: "allow-the-rest",
    mode: "enforce",
    enabled: true,
    text: `// What nothing forbids is allowed. Without this policy, nothing is.
@reason("nothing forbids it")
permit (principal, action, resource);
`,
  },
  {
    name: "people-changes-need-approval",
    mode: "enforce",
    enabled: true,
    text: `@decision("needs_approval")
@reason("deleting or changing a person needs the person's approval")
forbid (
  principal,
  action in [Action::"call:delete_person", Action::"call:update_person"],
  resource
);

@decision("needs_approval")
@reason("deleting or changing a person needs the person's approval")
forbid (principal, action, resource)
when { context.riskTags.contains("changes-people") };
`,
  },
  {
    name: "python-stays-offline",
    mode: "enforce",
    enabled: true,
    text: `@reason("code may not reach the network")
forbid (principal, action, resource)
when { context.riskTags.contains("code-execution") && context has egressDomain };

@reason("code may not reach the network")
forbid (principal, action == Action::"call:python_interpreter", resource)
when { context has egressDomain };
`,
  },
  {
    name: "mcp-writes-need-approval",
    mode: "enforce",
    enabled: true,
    text: `// A tool of an MCP server that does not say that it only reads counts as one that writes.
@decision("needs_approval")
@reason("a foreign tool that may change something needs the person's approval")
forbid (principal, action, resource)
when { context.riskTags.contains("mcp") && context.writes };
`,
  },
];
