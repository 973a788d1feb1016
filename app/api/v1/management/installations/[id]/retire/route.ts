import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { noBody } from "@/lib/core/contract/content";
import { InstallationResource, installationResponse } from "@/lib/core/contract/installation";
import { installationExamples } from "@/lib/core/contract/installation-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "retireInstallation",
    tag: "Installations",
    summary: "Retire an installation",
    description:
      "The service refuses the installation's tokens from the next request on, issues no new tokens to the installation and frees its place. Safe to repeat.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("id"),
    body: noBody,
    answers: {
      ok: answer(InstallationResource, installationExamples.installation, "The installation."),
    },
    handle: async ({ caller, params, ok }) =>
      ok(installationResponse(await retireInstallation(caller, params.id))),
  }),
});
