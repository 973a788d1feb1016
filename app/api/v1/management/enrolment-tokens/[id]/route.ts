import { enrolmentExamples } from "@/lib/core/contract/enrolment-examples";
import {
  EnrolmentTokenResource,
  enrolmentTokenResponse,
} from "@/lib/core/contract/enrolment-token";
import { findEnrolmentToken } from "@/lib/core/enrolment/enrolment-token-store";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEnrolmentToken",
    tag: "Enrolment",
    summary: "Read an enrolment token",
    description: "The answer never has the secret of the token.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: { ok: answer(EnrolmentTokenResource, enrolmentExamples.token, "The token.") },
    handle: async ({ caller, params, ok }) => {
      const token = await inBatch(caller, (db) => findEnrolmentToken(db, params.id));
      if (!token) throw missing();
      return ok(enrolmentTokenResponse(token));
    },
  }),
});
