import { InstallationList } from "@/lib/core/contract/installation";
import { installationExamples } from "@/lib/core/contract/installation-examples";
import { streamedList } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { installationListing } from "@/lib/core/installations/installation-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listInstallations",
    tag: "Installations",
    summary: "List every installation",
    description: "The list includes retired installations.",
    caller: "machine",
    scope: "workspaces:read",
    answers: {
      ok: streamedList(
        InstallationList,
        installationExamples.list,
        "The full set, the oldest first.",
      ),
    },
    handle: ({ caller, request, ok }) =>
      ok({ scope: caller, rows: installationListing(caller), request }),
  }),
});
