import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  retentionExamples,
  TenantRetentionBody,
  TenantRetentionResource,
  tenantRetentionResponse,
} from "@/lib/features/retention/contract/retention";
import { changeTenantRetention, readRetention } from "@/lib/features/retention/tenant-retention";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readTenantRetention",
    tag: "Operator",
    summary: "Read for how long a tenant's audit events are kept",
    description:
      "The tenant's own value, what is in force, and whether a legal hold keeps everything.",
    caller: "operator",
    params: tenantId("id"),
    answers: {
      ok: answer(TenantRetentionResource, retentionExamples.tenant, "The tenant's retention."),
    },
    handle: async ({ params, ok }) => ok(tenantRetentionResponse(await readRetention(params.id))),
  }),
  PUT: endpoint({
    id: "changeTenantRetention",
    tag: "Operator",
    summary: "Set for how long a tenant's audit events are kept",
    description: "Null follows the operator's default. The bounds are those of the defaults.",
    caller: "operator",
    params: tenantId("id"),
    body: content(TenantRetentionBody, retentionExamples.change),
    answers: {
      ok: answer(TenantRetentionResource, retentionExamples.tenant, "The tenant's retention."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(
        tenantRetentionResponse(await changeTenantRetention(by, params.id, body.auditEventDays)),
      );
    },
  }),
});
