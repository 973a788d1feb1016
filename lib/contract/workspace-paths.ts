import { content, type Operation } from "@/lib/contract/operation";
import {
  WorkspaceEnvironmentBody,
  WorkspacePackageBody,
  WorkspaceResource,
  WorkspaceTypeBody,
} from "@/lib/contract/workspace";

const example = {
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  environment: "production",
  status: "active" as const,
  organization_type: "customer",
  package_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b60",
};
const path = "/api/v1/management/workspaces/{org}";
const writes = { tag: "Workspaces", caller: "machine", scope: "workspaces:write" } as const;
const one = { description: "The workspace.", ...content(WorkspaceResource, example) };

export const workspacePaths: Operation[] = [
  {
    ...writes,
    method: "PATCH",
    path: `${path}/package`,
    id: "changeWorkspacePackage",
    summary: "Assign a package to an organization, or take it away",
    body: content(WorkspacePackageBody, { package_id: example.package_id }),
    answers: { ok: one },
    refusals: ["unprocessable"],
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/environment`,
    id: "addToEnvironment",
    summary: "Add an organization to another environment of the tenant",
    body: content(WorkspaceEnvironmentBody, {
      environment: "production",
      organization_type: "customer",
    }),
    answers: {
      created: one,
      ok: { ...one, description: "It was there before and was kept as it is." },
    },
    refusals: ["organization_type_not_resolved", "unprocessable"],
  },
  {
    ...writes,
    method: "PATCH",
    path: `${path}/organization-type`,
    id: "changeWorkspaceType",
    summary: "Change the type of an organization in the environment",
    body: content(WorkspaceTypeBody, { organization_type: "customer" }),
    answers: { ok: one },
    refusals: ["organization_type_not_resolved"],
  },
];
