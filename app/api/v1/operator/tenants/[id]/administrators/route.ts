import { inviteAdministrator } from "@/lib/core/administrators/invite-administrator";
import {
  readAdministrator,
  readAdministrators,
} from "@/lib/core/administrators/read-administrators";
import {
  AdministratorList,
  AdministratorResource,
  administratorResponse,
  NewAdministratorBody,
} from "@/lib/core/contract/administrator";
import { administratorExamples } from "@/lib/core/contract/administrator-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerOfTenant } from "@/lib/core/operators/caller-of-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listAdministrators",
    tag: "Operator",
    summary: "List who administers a tenant",
    description: "Members and open invitations, with the role of each.",
    caller: "tenant_operator",
    params: tenantId("id"),
    answers: {
      ok: answer(
        AdministratorList,
        administratorExamples.list,
        "Everybody who administers the tenant or is invited to.",
      ),
    },
    handle: async ({ caller, params, ok }) => {
      const administrators = await readAdministrators(await callerOfTenant(caller, params.id));
      return ok({ administrators: administrators.map(administratorResponse) });
    },
  }),
  POST: endpoint({
    id: "inviteAdministrator",
    tag: "Operator",
    summary: "Invite somebody to administer a tenant",
    description:
      "The invitation is sent by email. Whoever is invited administers the tenant once the invitation is accepted.",
    caller: "tenant_operator",
    params: tenantId("id"),
    body: content(NewAdministratorBody, administratorExamples.wanted),
    answers: {
      created: answer(
        AdministratorResource,
        administratorExamples.administrator,
        "The invited administrator.",
      ),
    },
    refusals: ["conflict", "unprocessable", "rate_limited"],
    handle: async ({ caller, params, body, created }) => {
      const tenant = await callerOfTenant(caller, params.id);
      const { userId } = await inviteAdministrator(tenant, body);
      return created(administratorResponse(await readAdministrator(tenant, userId)));
    },
  }),
});
