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

/** Who is nobody in particular. */
interface Visitor {
  context: RequestContext;
}

/** Who calls, by the kind that an endpoint declares (contract, Who may call what). */
export interface Callers {
  /** A machine token that holds the endpoint's scope. */
  machine: MachineCaller;
  /** A tenant's backend, by `X-Tenant-Id` and the tenant's secret. */
  tenant: Caller;
  /** Either of the two: the bearer's prefix says which of them the caller means. */
  tenant_or_machine: Caller;
  /** An installation's token that holds the endpoint's scope. */
  installation: InstallationCaller;
  /** An operator token that reaches all of the installation, or an operator's sign-in from a command line. */
  operator: OperatorCaller;
  /** An operator token that reaches the tenant of the path: that tenant alone, or all of the installation, as a
   *  sign-in from a command line does. */
  tenant_operator: OperatorCaller;
  /** Nobody has to prove anything. */
  anyone: Visitor;
}

export type CallerKind = keyof Callers;

/** The scope that a caller's token must hold; none where there is no such thing. */
export type ScopeOf<K extends CallerKind> = K extends "machine" | "tenant_or_machine"
  ? Scope
  : K extends "installation"
    ? InstallationScope
    : undefined;

/** What happens to a request before anything of it is read. */
interface CallerRule<C> {
  /** Whose capacity it takes. */
  plane: Plane;
  /** @throws ServiceError `unauthenticated`, `forbidden`, `tenant_disabled` */
  authenticate(request: Request, requestId: string): Promise<C>;
  /** Counts the request; null where nothing counts all requests of such a caller.
   *  @throws ServiceError `rate_limited` */
  limit: ((caller: C) => Promise<void>) | null;
  /** Whether a caller reaches what the ids of the path name, asked before anything of it is looked up.
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

/** What holds for callers of this kind, for an endpoint that needs this scope. */
export function callerRule<K extends CallerKind>(
  kind: K,
  scope: ScopeOf<K>,
): CallerRule<Callers[K]> {
  return rules[kind](scope);
}

/** A machine acts for itself with a management scope, and for an end user with a runtime scope: then the user's
 *  address and agent are those that the backend tells. The product's audit events have a scope and a limit of their
 *  own, so that a busy product does not use up what its provisioning needs. */
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
