import { z } from "zod";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

/** Request for a new password: the address, and the request's context. A job carries no content in the
 *  clear: this one travels sealed, because there may be no row that could hold it. */
export interface ResetRequest {
  email: string;
  context: RequestContext;
}

const shape = z.object({
  email: z.string(),
  context: z.object({
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    language: z.string().optional(),
  }),
});

/** Seals the request for its job, bound to its environment. Addresses are padded to one length, so that
 *  the size of the job does not disclose them. */
export function sealResetRequest(scope: TenantScope, { email, context }: ResetRequest): string {
  const padded = { email: email.padEnd(320), context };
  return seal("password-forgot", scope.environmentId, padded).toString("base64url");
}

/** Returns the request that a job carries.
 *  @throws Error when it was altered or belongs to another environment */
export function unsealResetRequest(scope: TenantScope, sealed: string): ResetRequest {
  const opened = unseal("password-forgot", scope.environmentId, Buffer.from(sealed, "base64url"));
  const { email, context } = shape.parse(opened);
  return { email: email.trim(), context };
}
