import { managementScopes, type Scope } from "@/lib/core/credentials/scopes";
import {
  authenticateInstallation,
  type InstallationScope,
  noteSeen,
} from "@/lib/core/http/authenticate-installation";
import { authenticateMachine } from "@/lib/core/http/authenticate-machine";
import {
  authenticateOperator,
  authenticateWholeOperator,
} from "@/lib/core/http/authenticate-operator";
import { authenticateTenant } from "@/lib/core/http/authenticate-tenant";
import { bearerOf } from "@/lib/core/http/bearer";
import { browserContext, endUserContext } from "@/lib/core/http/request-context";
import type { OperatorCaller } from "@/lib/core/operators/authenticate-operator-token";
import type {
  Caller,
  InstallationCaller,
  MachineCaller,
  RequestContext,
} from "@/lib/kernel/caller";
import { missing } from "@/lib/kernel/errors";
import type { Plane } from "@/lib/kernel/process/plane-capacity";
import {
  takeAuditRequest,
  takeInstallationRequest,
  takeManagementRequest,
  takeOperatorRequest,
} from "@/lib/kernel/rate-limits/request-limits";

/** An unauthenticated caller. */
interface Visitor {
  context: RequestContext;
}

/** Callers by the kind that an endpoint declares (contract, Who may call what). */
export interface Callers {
  /** A machine token that holds the endpoint's scope. */
  machine: MachineCaller;
  /** A tenant's backend, by `X-Tenant-Id` and the tenant's secret. */
  tenant: Caller;
  /** Either of the two. The prefix of the bearer token decides which. */
  tenant_or_machine: Caller;
  /** An installation's token that holds the endpoint's scope. */
  installation: InstallationCaller;
  /** An operator token for the whole installation, or an operator's sign-in from a command line. */
  operator: OperatorCaller;
  /** An operator token that may access the tenant of the path: limited to that tenant, or for the whole
   *  installation, as a sign-in from a command line is. */
  tenant_operator: OperatorCaller;
  /** No authentication. */
  anyone: Visitor;
}

export type CallerKind = keyof Callers;

/** Scope that a caller's token must have; undefined for kinds without scopes. */
export type ScopeOf<K extends CallerKind> = K extends "machine" | "tenant_or_machine"
  ? Scope
  : K extends "installation"
    ? InstallationScope
    : undefined;

/** Checks of a request before its contents are read. */
interface CallerRule<C> {
  /** Plane whose capacity the request uses. */
  plane: Plane;
  /** @throws ServiceError `unauthenticated`, `forbidden`, `tenant_disabled` */
  authenticate(request: Request, requestId: string): Promise<C>;
  /** Counts the request; null where no limit covers all requests of such a caller.
   *  @throws ServiceError `rate_limited` */
  limit: ((caller: C) => Promise<void>) | null;
  /** Checks whether a caller may access the resources in the path, before anything is looked up.
   *  @throws ServiceError `missing` */
  reach?: (caller: C, params: Readonly<Record<string, string>>) => void;
}

const operatorRule = {
  plane: "private",
  limit: ({ countedBy }: OperatorCaller) => takeOperatorRequest(countedBy),
} as const;

const rules: { [K in CallerKind]: (scope: ScopeOf<K>) => CallerRule<Callers[K]> } = {
  machine: machineRule,
  tenant: () => ({ plane: "private", authenticate: authenticateTenant, limit: null }),
  tenant_or_machine: (scope) => ({
    plane: "private",
    authenticate: (request, requestId) =>
      bearerOf(request)?.startsWith("alcs_")
        ? authenticateTenant(request, requestId)
        : onBehalfOfUser(request, requestId, scope),
    limit: null,
  }),
  installation: (scope) => ({
    plane: "private",
    authenticate: (request, requestId) => authenticateInstallation(request, requestId, scope),
    limit: async (caller) => {
      await takeInstallationRequest(caller.installationId);
      await noteSeen(caller);
    },
  }),
  operator: () => ({ ...operatorRule, authenticate: authenticateWholeOperator }),
  tenant_operator: () => ({
    ...operatorRule,
    authenticate: authenticateOperator,
    reach: ({ onlyTenant }, { id }) => {
      if (onlyTenant !== null && onlyTenant !== id) throw missing();
    },
  }),
  anyone: () => ({
    plane: "public",
    authenticate: async ({ headers }, requestId) => ({
      context: browserContext(headers, requestId),
    }),
    limit: null,
  }),
};

/** Returns the rule for callers of this kind, for an endpoint that needs this scope. */
export function callerRule<K extends CallerKind>(
  kind: K,
  scope: ScopeOf<K>,
): CallerRule<Callers[K]> {
  return rules[kind](scope);
}

/** A machine acts for itself with a management scope, and for an end user with a runtime scope: the context
 *  then has the user's address and agent as the backend passes them. The product's audit events have a scope
 *  and a limit of their own, so that a busy product does not use up the limit of its provisioning. */
function machineRule(scope: Scope): CallerRule<MachineCaller> {
  const plane = "private";
  const itself = (request: Request, requestId: string) =>
    authenticateMachine(request, requestId, scope);
  if (scope === "audit:write")
    return {
      plane,
      authenticate: itself,
      limit: ({ credentialId }) => takeAuditRequest(credentialId),
    };
  const management: readonly string[] = managementScopes;
  if (management.includes(scope))
    return {
      plane,
      authenticate: itself,
      limit: ({ credentialId }) => takeManagementRequest(credentialId),
    };
  return {
    plane,
    authenticate: (request, requestId) => onBehalfOfUser(request, requestId, scope),
    limit: null,
  };
}

async function onBehalfOfUser(
  request: Request,
  requestId: string,
  scope: Scope,
): Promise<MachineCaller> {
  const caller = await authenticateMachine(request, requestId, scope);
  return { ...caller, context: endUserContext(request, requestId) };
}
