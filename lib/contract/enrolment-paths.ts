import { EnrolledResource, EnrolmentRedeemBody } from "@/lib/contract/enrolment-redeem";
import {
  EnrolmentTokenList,
  EnrolmentTokenResource,
  IssuedEnrolmentToken,
  NewEnrolmentTokenBody,
} from "@/lib/contract/enrolment-token";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";

const example = {
  id: "01938f2c-8f10-7c22-b1d3-4e5f6a7b8c9d",
  name: "Press halls, autumn",
  token_hint: "…Qx7A",
  app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  not_before: null,
  expires_at: "2999-12-31T00:00:00.000Z",
  max_uses: 25,
  uses: 3,
  per_minute: 60,
  revoked_at: null,
};
const path = "/api/v1/management/enrolment-tokens";
const reads = { tag: "Enrolment", caller: "machine", scope: "workspaces:read" } as const;
const writes = { ...reads, scope: "workspaces:write" } as const;

const tokenPaths: Operation[] = [
  {
    ...reads,
    method: "GET",
    path,
    id: "listEnrolmentTokens",
    summary: "List every enrolment token",
    description: "Used up, expired and revoked ones are in it; the tokens themselves are not.",
    answers: {
      ok: {
        description: "The full set, the oldest first.",
        ...content(EnrolmentTokenList, { enrolment_tokens: [example] }),
      },
    },
  },
  {
    ...writes,
    method: "POST",
    path,
    id: "issueEnrolmentToken",
    summary: "Issue an enrolment token",
    description:
      "What enrols with it belongs to the app, and to the organization if one is named. Its limits are frozen.",
    body: content(NewEnrolmentTokenBody, {
      name: example.name,
      app_id: example.app_id,
      organization_id: example.organization_id,
      expires_at: example.expires_at,
      max_uses: 25,
    }),
    answers: {
      created: {
        description: "The token, this once.",
        ...content(IssuedEnrolmentToken, {
          ...example,
          uses: 0,
          token: "aen_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A",
        }),
      },
    },
    refusals: ["enrolment_app_invalid", "enrolment_workspace_invalid", "unprocessable"],
  },
  {
    ...writes,
    method: "POST",
    path: `${path}/{id}/revoke`,
    id: "revokeEnrolmentToken",
    summary: "Revoke an enrolment token",
    description: "What enrolled with it stays. Safe to repeat.",
    body: { ...content(NothingBody, {}), optional: true },
    answers: {
      ok: {
        description: "The token.",
        ...content(EnrolmentTokenResource, { ...example, revoked_at: "2026-11-21T09:00:00.000Z" }),
      },
    },
  },
];

const redeem: Operation = {
  method: "POST",
  path: "/api/v1/enrolment/redeem",
  id: "redeemEnrolmentToken",
  tag: "Enrolment",
  caller: "anyone",
  summary: "Enrol an installation",
  description:
    "The installation makes an Ed25519 key, proves that it holds it, and gets its tokens at /oauth/token with private_key_jwt from then on. After a lost answer, ask again with the same key: installation_key_duplicate names the installation and nothing is used up.",
  body: content(EnrolmentRedeemBody, {
    token: "aen_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A",
    public_key: { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" },
    proof: "eyJhbGciOiJFZERTQSIsInR5cCI6ImVucm9sbWVudC1wcm9vZitqd3QifQ.eyJqdGkiOiIuLi4ifQ.c2ln",
    name: "press-hall-3",
    platform: "linux/arm64",
    version: "2.4.1",
  }),
  answers: {
    created: {
      description: "It is enrolled.",
      ...content(EnrolledResource, {
        installation_id: "01938f2c-80a1-7b3c-9d4e-5f6a7b8c9d0e",
        tenant_id: "atr_Zk3vQ9xT1bN7mW5c",
        app_id: example.app_id,
        organization_id: example.organization_id,
        environment: "production",
        status: "active",
        key_thumbprint: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
        token_endpoint: "https://atrium.example/oauth/token",
        audience: "https://atrium.example",
      }),
    },
  },
  refusals: [
    "rate_limited",
    "proof_rejected",
    "enrolment_token_unknown",
    "enrolment_token_revoked",
    "enrolment_token_not_yet_valid",
    "enrolment_token_expired",
    "installation_key_duplicate",
    "enrolment_token_exhausted",
    "enrolment_token_rate_limited",
    "installation_limit_reached",
  ],
};

export const enrolmentPaths: Operation[] = [...tokenPaths, redeem];
