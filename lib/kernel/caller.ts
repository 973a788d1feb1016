/** Who acts, as the audit trail names them. */
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

/** Where a request came from. For a direct call these are the end user's, told by the tenant's backend. */
export interface RequestContext {
  ipAddress: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** The language of the page that a person acts on, for mail to somebody whose own is not known. */
  language?: string | undefined;
}

/** The isolation boundary something happens in. */
export interface TenantScope {
  tenantId: string;
  environmentId: string;
}

/** Somebody authenticated, in the one environment they may touch. */
export interface Caller extends TenantScope {
  environmentKey: string;
  actor: Actor;
  context: RequestContext;
}

/** A machine credential that presented its token, with the scopes that token carries. */
export interface MachineCaller extends Caller {
  credentialId: string;
  tenantPublicId: string;
  scopes: ReadonlySet<string>;
}

/** An installation that presented its token, with the scopes that token carries. */
export interface InstallationCaller extends Caller {
  installationId: string;
  tenantPublicId: string;
  appId: string;
  organizationId: string | null;
  lastSeenAt: Date | null;
  scopes: ReadonlySet<string>;
}

/** A request context for work that no request caused. */
export const noRequest: RequestContext = { ipAddress: null, userAgent: null, requestId: null };

/** The service itself, acting in an environment: jobs and sweeps. */
export function serviceCaller(scope: TenantScope, job: string): Caller {
  return { ...scope, environmentKey: "", actor: { type: "service", id: job }, context: noRequest };
}
