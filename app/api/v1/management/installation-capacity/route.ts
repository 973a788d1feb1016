import { content } from "@/lib/contract/content";
import {
  InstallationCapacityBody,
  InstallationCapacityResource,
} from "@/lib/contract/installation-capacity";
import { installationExamples } from "@/lib/contract/installation-examples";
import { inBatch } from "@/lib/db/batch";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readCapacity } from "@/lib/installations/capacity-store";
import { setInstallationLimit } from "@/lib/installations/set-installation-limit";

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
