import { content } from "@/lib/core/contract/content";
import {
  InstallationCapacityBody,
  InstallationCapacityResource,
} from "@/lib/core/contract/installation-capacity";
import { installationExamples } from "@/lib/core/contract/installation-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { readCapacity } from "@/lib/core/installations/capacity-store";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { inBatch } from "@/lib/kernel/db/batch";

const theCapacity = answer(
  InstallationCapacityResource,
  installationExamples.capacity,
  "The capacity.",
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readInstallationCapacity",
    tag: "Installations",
    summary: "Read how many installations may be active",
    caller: "machine",
    scope: "workspaces:read",
    answers: { ok: theCapacity },
    handle: async ({ caller, ok }) => ok(await inBatch(caller, readCapacity)),
  }),
  PATCH: endpoint({
    id: "changeInstallationCapacity",
    tag: "Installations",
    summary: "Change how many installations may be active",
    description:
      "A limit below the number of active installations stops new installations and ends none.",
    caller: "machine",
    scope: "workspaces:write",
    body: content(InstallationCapacityBody, { limit: 80 }),
    answers: { ok: theCapacity },
    refusals: ["installation_limit_above_maximum"],
    handle: async ({ caller, body, ok }) => ok(await setInstallationLimit(caller, body.limit)),
  }),
});
