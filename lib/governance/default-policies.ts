/** The policies of a new deployment. A later version that an operator saves replaces the one of the same name. */
import "server-only";
import { Role } from "../access/actor.ts";
import { ROLE_PERMISSIONS } from "../access/permissions.ts";
import type { PolicyDraft } from "../contracts/stored-policy.ts";

type Switches = {
  /** Whether only roles with `directory:write` may change the directory. */
  DIRECTORY_BY_ROLE: boolean;
};

export function defaultPolicies({ DIRECTORY_BY_ROLE: enabled }: Switches): PolicyDraft[] {
  return [...ALWAYS, { ...DIRECTORY_POLICY, enabled }];
}

const CHANGES = `[Action::"call:create_person", Action::"call:update_person", Action::"call:delete_person"]`;

const ALWAYS: readonly PolicyDraft[] = [
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
@reason("adding, changing or deleting a person needs the person's approval")
forbid (principal, action in ${CHANGES}, resource);

@decision("needs_approval")
@reason("adding, changing or deleting a person needs the person's approval")
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
    name: "foreign-text-needs-approval",
    mode: "enforce",
    enabled: true,
    text: `// What it writes may come from a page, a file, a record or a server, unless the person wrote it themselves.
@decision("needs_approval")
@reason("it read a text that neither the operator nor the person wrote, and what it would write is not the person's own")
forbid (principal, action, resource)
when {
  context.writes && context has trust && context has inPersonsWords &&
  ["directory", "person-file", "mcp", "web"].contains(context.trust) &&
  !context.inPersonsWords
};
`,
  },
  {
    name: "unknown-address-needs-approval",
    mode: "enforce",
    enabled: true,
    text: `// An address that is made up can carry away what stands in it.
@decision("needs_approval")
@reason("the address stands neither in the person's words nor in a search result or a page that was opened")
forbid (principal, action, resource)
when { context has addressIsKnown && !context.addressIsKnown };
`,
  },
  {
    name: "private-text-needs-approval",
    mode: "enforce",
    enabled: true,
    text: `@decision("needs_approval")
@reason("words of files, of the directory or of memory would leave, and the person did not write them here")
forbid (principal, action, resource)
when { context has sendsPrivate };
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

const WRITERS = Role.options
  .filter((role) => ROLE_PERMISSIONS[role].includes("directory:write"))
  .map((role) => `"${role}"`)
  .join(", ");

const DIRECTORY_POLICY: Omit<PolicyDraft, "enabled"> = {
  name: "directory-by-role",
  mode: "enforce",
  text: `// These roles have directory:write. Every role has directory:read.
@reason("the person's role may read the directory, but not change it")
forbid (principal, action in ${CHANGES}, resource)
unless { context has role && [${WRITERS}].contains(context.role) };
`,
};
