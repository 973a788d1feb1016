import { InstallationResource, installationResponse } from "@/lib/contract/installation";
import { installationExamples } from "@/lib/contract/installation-examples";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { findInstallation } from "@/lib/installations/installation-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readInstallation",
    tag: "Installations",
    summary: "Read an installation",
    description: "One installation, active or retired.",
    caller: "machine",
    scope: "workspaces:read",
    params: ids("id"),
    answers: {
      ok: answer(InstallationResource, installationExamples.installation, "The installation."),
    },
    handle: async ({ caller, params, ok }) => {
      const installation = await inTransaction(caller, (db) => findInstallation(db, params.id));
      if (!installation) throw missing();
      return ok(installationResponse(installation));
    },
  }),
});
