/** The actor of a change, as the audit log names it. */
export interface Actor {
  type:
    | "credential"
    | "tenant"
    | "user"
    | "administrator"
    | "operator"
    | "installation"
    | "service";
  id: string;
  name?: string;
}

/** Origin of a request. For a direct call these are the end user's values, as reported by the tenant's
 *  backend. */
export interface RequestContext {
  ipAddress: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** Language of the page that the user acts on, for mail to a user whose own language is not known. */
  language?: string | undefined;
}

/** The tenant and environment in which something happens. */
export interface TenantScope {
  tenantId: string;
  environmentId: string;
}

/** An authenticated actor, in the one environment it may touch. */
export interface Caller extends TenantScope {
  environmentKey: string;
  actor: Actor;
  context: RequestContext;
}

/** A machine credential that presented its token, with the token's scopes. */
export interface MachineCaller extends Caller {
  credentialId: string;
  tenantPublicId: string;
  scopes: ReadonlySet<string>;
}

/** An installation that presented its token, with the token's scopes. */
export interface InstallationCaller extends Caller {
  installationId: string;
  tenantPublicId: string;
  appId: string;
  organizationId: string | null;
  lastSeenAt: Date | null;
  scopes: ReadonlySet<string>;
}

/** Request context of work that no request caused. */
export const noRequest: RequestContext = { ipAddress: null, userAgent: null, requestId: null };

/** The service itself, acting in an environment: jobs and sweeps. */
export function serviceCaller(scope: TenantScope, job: string): Caller {
  return { ...scope, environmentKey: "", actor: { type: "service", id: job }, context: noRequest };
}
