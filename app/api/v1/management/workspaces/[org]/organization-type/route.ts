import { content } from "@/lib/contract/content";
import { WorkspaceResource, WorkspaceTypeBody, workspaceResponse } from "@/lib/contract/workspace";
import { workspaceExamples } from "@/lib/contract/workspace-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { changeWorkspaceType } from "@/lib/workspaces/change-workspace-type";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: endpoint({
    id: "changeWorkspaceType",
    tag: "Workspaces",
    summary: "Change the type of an organization in the environment",
    description: "Apps that allow certain types go by it from the next token on.",
    caller: "machine",
    scope: "workspaces:write",
    params: ids("org"),
    body: content(WorkspaceTypeBody, workspaceExamples.type),
    answers: { ok: answer(WorkspaceResource, workspaceExamples.workspace, "The workspace.") },
    refusals: ["organization_type_not_resolved"],
    handle: async ({ caller, params, body, ok }) =>
      ok(workspaceResponse(await changeWorkspaceType(caller, params.org, body.organizationType))),
  }),
});
