import { readStoredBranding } from "@/lib/core/branding/branding-store";
import { bytesOfLogo } from "@/lib/core/branding/bytes-of-logo";
import { changeBranding } from "@/lib/core/branding/change-branding";
import {
  BrandingChangesBody,
  BrandingResource,
  brandingResponse,
} from "@/lib/core/contract/branding";
import { brandingExamples } from "@/lib/core/contract/branding-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerOfTenant } from "@/lib/core/operators/caller-of-tenant";
import { inBatch } from "@/lib/kernel/db/batch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readBranding",
    tag: "Operator",
    summary: "Read how a tenant's pages and emails look",
    description: "What the tenant set; null is the platform's own.",
    caller: "tenant_operator",
    params: tenantId("id"),
    answers: { ok: answer(BrandingResource, brandingExamples.branding, "What the tenant set.") },
    handle: async ({ caller, params, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      return ok(brandingResponse(await inBatch(tenant, readStoredBranding)));
    },
  }),
  PATCH: endpoint({
    id: "changeBranding",
    tag: "Operator",
    summary: "Change how a tenant's pages and emails look",
    description: "The pages and emails show a change from the next one on.",
    caller: "tenant_operator",
    params: tenantId("id"),
    body: content(BrandingChangesBody, brandingExamples.changes),
    answers: { ok: answer(BrandingResource, brandingExamples.branding, "What the tenant set.") },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body: { logo, ...fields }, ok }) => {
      const tenant = await callerOfTenant(caller, params.id);
      const image = logo == null ? logo : bytesOfLogo(logo);
      await changeBranding(tenant, { ...fields, logo: image });
      return ok(brandingResponse(await inBatch(tenant, readStoredBranding)));
    },
  }),
});
