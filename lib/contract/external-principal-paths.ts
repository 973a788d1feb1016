import {
  ExternalPrincipalChangesBody,
  ExternalPrincipalList,
  ExternalPrincipalResource,
  NewExternalPrincipalBody,
} from "@/lib/contract/external-principal";
import { content, type Operation } from "@/lib/contract/operation";

const wanted = {
  source_id: "01938f2c-9a10-7b21-8c33-4d5e6f708192",
  subject: "248289761001",
  claims: { department: "Research" },
};
const example = {
  id: "01938f2c-9b42-7d15-a2c4-6e7f80912233",
  ...wanted,
  claimed_by: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const plane = { tag: "External identities", caller: "machine" } as const;
const path = "/api/v1/management/external-principals";

export const externalPrincipalPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listExternalPrincipals",
    summary: "List every external principal",
    scope: "users:read",
    answers: {
      ok: {
        description: "The full set.",
        ...content(ExternalPrincipalList, { external_principals: [example] }),
      },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createExternalPrincipal",
    summary: "Make a subject of an identity source known",
    scope: "users:write",
    body: content(NewExternalPrincipalBody, wanted),
    answers: {
      created: {
        description: "The principal.",
        ...content(ExternalPrincipalResource, { ...example, claimed_by: null }),
      },
    },
    refusals: ["external_principal_duplicate", "external_principal_source_invalid"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}`,
    id: "readExternalPrincipal",
    summary: "Read an external principal",
    scope: "users:read",
    answers: {
      ok: { description: "The principal.", ...content(ExternalPrincipalResource, example) },
    },
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changeExternalPrincipal",
    summary: "Change what is known of an external principal",
    description: "Replaces all its claims. Source and subject never change.",
    scope: "users:write",
    body: content(ExternalPrincipalChangesBody, { claims: { department: "Research" } }),
    answers: {
      ok: { description: "The principal.", ...content(ExternalPrincipalResource, example) },
    },
  },
];
