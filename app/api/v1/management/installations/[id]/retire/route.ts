import { retireInstallation } from "@/lib/campaigns/retire-installation";
import { noBody } from "@/lib/contract/content";
import { InstallationResource, installationResponse } from "@/lib/contract/installation";
import { installationExamples } from "@/lib/contract/installation-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
