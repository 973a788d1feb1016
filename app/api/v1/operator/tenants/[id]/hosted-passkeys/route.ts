import { noBody } from "@/lib/core/contract/content";
import {
  HostedPasskeysResource,
  hostedPasskeysExamples,
  hostedPasskeysResponse,
} from "@/lib/core/contract/hosted-passkeys";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeHostedPasskeys, readHostedPasskeysOf } from "@/lib/core/operators/hosted-passkeys";

const says = "Whether the tenant's pages may use them.";
const [allowed, refused] = [hostedPasskeysExamples.allowed, hostedPasskeysExamples.refused];

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readHostedPasskeys",
    tag: "Operator",
    summary: "Read whether a tenant's own pages may use the hosted pages' passkeys",
    description: "No tenant may, unless an operator allowed it.",
    caller: "operator",
    params: tenantId("id"),
    answers: { ok: answer(HostedPasskeysResource, refused, says) },
    handle: async ({ params, ok }) =>
      ok(hostedPasskeysResponse(await readHostedPasskeysOf(params.id))),
  }),
  PUT: endpoint({
    id: "allowHostedPasskeys",
    tag: "Operator",
    summary: "Let a tenant's own pages use the hosted pages' passkeys",
    description:
      "The issuer's host can then be the relying party of the tenant's environments, whose pages `/.well-known/webauthn` lists. Such a page can ask for the passkeys of every tenant's users at that host, so trust whoever runs the page with that.",
    caller: "operator",
    params: tenantId("id"),
    body: noBody,
    answers: { ok: answer(HostedPasskeysResource, allowed, says) },
    handle: async ({ caller, params, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(hostedPasskeysResponse(await changeHostedPasskeys(by, params.id, true)));
    },
  }),
  DELETE: endpoint({
    id: "endHostedPasskeys",
    tag: "Operator",
    summary: "Stop a tenant's own pages from using the hosted pages' passkeys",
    description:
      "An environment whose relying party is the issuer's host has none then. Passkeys stay with their users.",
    caller: "operator",
    params: tenantId("id"),
    answers: { ok: answer(HostedPasskeysResource, refused, says) },
    handle: async ({ caller, params, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(hostedPasskeysResponse(await changeHostedPasskeys(by, params.id, false)));
    },
  }),
});
