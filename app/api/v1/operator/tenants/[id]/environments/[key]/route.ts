import { content } from "@/lib/core/contract/content";
import {
  EnvironmentChangesBody,
  EnvironmentSettingsResource,
  environmentChanges,
  environmentSettingsResponse,
} from "@/lib/core/contract/environment";
import { environmentExamples } from "@/lib/core/contract/environment-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import {
  changeEnvironment,
  readEnvironmentSettings,
} from "@/lib/core/operators/change-environment";

const answers = {
  ok: answer(EnvironmentSettingsResource, environmentExamples.settings, "The environment."),
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEnvironment",
    tag: "Operator",
    summary: "Read an environment of a tenant",
    description: "One environment, with the pages of the tenant's own on which its passkeys work.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers,
    handle: async ({ caller, params, ok }) =>
      ok(
        environmentSettingsResponse(
          await readEnvironmentSettings(await callerInTenant(caller, params.id, params.key)),
        ),
      ),
  }),
  PATCH: endpoint({
    id: "changeEnvironment",
    tag: "Operator",
    summary: "Change an environment of a tenant",
    description:
      "What people call it, and on which pages passkeys work. All of it is changed, or nothing. The key and the kind never change.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: content(EnvironmentChangesBody, environmentExamples.changes),
    answers,
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      await changeEnvironment(place, environmentChanges(body));
      return ok(environmentSettingsResponse(await readEnvironmentSettings(place)));
    },
  }),
});
