import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { changeRetentionDefaults } from "@/lib/features/retention/change-retention";
import {
  RetentionDefaultsBody,
  RetentionDefaultsResource,
  retentionDefaultsResponse,
  retentionExamples,
} from "@/lib/features/retention/contract/retention";
import { readRetentionDefaults } from "@/lib/features/retention/retention-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readRetentionDefaults",
    tag: "Operator",
    summary: "Read for how long audit events are kept",
    description: "The default of all tenants, and the bounds of a tenant's own value.",
    caller: "operator",
    answers: {
      ok: answer(RetentionDefaultsResource, retentionExamples.defaults, "The values in force."),
    },
    handle: async ({ ok }) => ok(retentionDefaultsResponse(await readRetentionDefaults())),
  }),
  PATCH: endpoint({
    id: "changeRetentionDefaults",
    tag: "Operator",
    summary: "Change for how long audit events are kept",
    description:
      "The next sweep drops what is too old by then. The service refuses a default outside its bounds.",
    caller: "operator",
    body: content(RetentionDefaultsBody, retentionExamples.defaults),
    answers: {
      ok: answer(RetentionDefaultsResource, retentionExamples.defaults, "The values in force."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, body, ok }) => {
      const by = { actor: caller.actor, context: caller.context };
      return ok(retentionDefaultsResponse(await changeRetentionDefaults(by, body)));
    },
  }),
});
