import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import {
  PreviousSystemBody,
  PreviousSystemResource,
  previousSystemChanges,
  previousSystemResponse,
} from "@/lib/features/migration/contract/previous-system";
import { previousSystemExamples } from "@/lib/features/migration/contract/previous-system-examples";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { readPreviousSystemSettings } from "@/lib/features/migration/previous-system/read-previous-system";

const answers = {
  ok: answer(
    PreviousSystemResource,
    previousSystemExamples.system,
    "The previous system, with the secrets as they may be shown.",
  ),
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readPreviousSystem",
    tag: "Operator",
    summary: "Read an environment's previous system",
    description:
      "The system that checks passwords of users not migrated yet, and its last results. The URL is null where there is none.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers,
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      return ok(previousSystemResponse(await readPreviousSystemSettings(place)));
    },
  }),
  PATCH: endpoint({
    id: "changePreviousSystem",
    tag: "Operator",
    summary: "Change an environment's previous system",
    description:
      "Whoever answers there gets the passwords of users that the service does not know yet. A null address takes the previous system away. A change is in force with the next sign-in.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: content(PreviousSystemBody, previousSystemExamples.changes),
    answers,
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      await changePreviousSystem(place, previousSystemChanges(body));
      return ok(previousSystemResponse(await readPreviousSystemSettings(place)));
    },
  }),
});
