import { content } from "@/lib/core/contract/content";
import {
  WorkspaceEnvironmentBody,
  WorkspaceResource,
  workspaceResponse,
} from "@/lib/core/contract/workspace";
import { workspaceExamples } from "@/lib/core/contract/workspace-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { addToEnvironment } from "@/lib/core/workspaces/add-to-environment";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addToEnvironment",
    tag: "Workspaces",
    summary: "Add an organization to another environment of the tenant",
    description:
      "Makes the organization's workspace there. One that is there already stays as it is.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("org"),
    body: content(WorkspaceEnvironmentBody, workspaceExamples.place),
    answers: {
      created: answer(WorkspaceResource, workspaceExamples.workspace, "The workspace."),
      ok: answer(
        WorkspaceResource,
        workspaceExamples.workspace,
        "The workspace existed before and stays unchanged.",
      ),
    },
    refusals: ["organization_type_not_resolved", "unprocessable"],
    handle: async ({ caller, params, body, ok, created }) => {
      const { added, workspace } = await addToEnvironment(caller, params.org, body);
      return (added ? created : ok)(workspaceResponse(workspace));
    },
  }),
});
