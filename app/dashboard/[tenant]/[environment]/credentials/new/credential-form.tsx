"use client";

import Link from "next/link";
import { useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { Badge, inputShape, primaryButton, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import {
  type CredentialPurpose,
  dangerousScopes,
  managementScopes,
  runtimeScopes,
  type Scope,
} from "@/lib/credentials/scopes";
import { type CreationState, createAction } from "../actions";

const meaning: Record<Scope, string> = {
  "users:read": "Read users and their memberships",
  "users:write": "Create, change, suspend and delete users",
  "roles:read": "Read roles and the apps they reach",
  "roles:write": "Create roles and decide which apps they reach",
  "packages:read": "Read packages and apps",
  "packages:write": "Change packages, and what apps ask for",
  "entitlements:read": "Read the entitlement policy and explain access",
  "entitlements:write": "Change the entitlement policy for everybody",
  "workspaces:read": "Read organizations and workspaces",
  "workspaces:write": "Create, disable and re-package organizations",
  "tokens:issue": "Mint user access tokens from sessions",
  "identity:read": "Read who is signed in, with all memberships",
  "sessions:reverify": "Ask a signed-in user for proof again",
  "sessions:validate": "Check whether a session is still valid",
  "sessions:invalidate": "Force-end any session by its id",
  "users:password_change": "Change a signed-in user's password",
  "account-security:read": "Read a user's sessions and trusted devices",
  "account-security:manage": "End a user's sessions and forget their devices",
  "audit:write": "Write events into the audit trail",
};

/** Name and scopes; then, once, the credential itself. Management automation hides runtime scopes entirely. */
export function CredentialForm({
  place,
  purpose,
}: {
  place: { tenant: string; environment: string };
  purpose: CredentialPurpose;
}) {
  const [state, action, pending] = useActionState<CreationState, FormData>(createAction, {
    status: "editing",
    errors: {},
  });
  const errors = state.status === "editing" ? state.errors : {};
  const problem = errors.name ?? errors.scopes ?? errors.purpose;
  if (state.status === "created") return <Created credential={state} place={place} />;
  return (
    <form action={action} className="space-y-8">
      <FormProblem problem={problem} />
      <PlaceFields place={place} />
      <input type="hidden" name="purpose" value={purpose} />
      <div>
        <label htmlFor="name" className="font-medium">
          Name
        </label>
        <p id="name-hint" className="mb-2 text-sm text-neutral-600 dark:text-neutral-400">
          So that you know it again: which backend, on which server.
        </p>
        <input
          id="name"
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          aria-describedby="name-hint"
          aria-invalid={errors.name ? true : undefined}
          className={inputShape}
        />
      </div>
      <ScopeGroup title="Management" scopes={managementScopes} />
      {purpose === "product_runtime" && <ScopeGroup title="Runtime" scopes={runtimeScopes} />}
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={pending} className={primaryButton}>
          {pending ? "Creating…" : "Create credential"}
        </button>
        <Link href="." className={quietButton}>
          Back
        </Link>
      </div>
    </form>
  );
}

function ScopeGroup({ title, scopes }: { title: string; scopes: readonly Scope[] }) {
  return (
    <fieldset>
      <legend className="font-medium">{title} scopes</legend>
      <ul className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {scopes.map((scope) => (
          <li key={scope}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg p-2 hover:bg-neutral-50 dark:hover:bg-neutral-800">
              <input type="checkbox" name="scopes" value={scope} className="mt-1 size-4" />
              <span className="text-sm">
                <span className="flex flex-wrap items-center gap-2 font-mono">
                  {scope} {dangerousScopes.has(scope) && <Badge tone="amber">dangerous</Badge>}
                </span>
                <span className="text-neutral-600 dark:text-neutral-400">{meaning[scope]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Created({
  credential,
  place,
}: {
  credential: Extract<CreationState, { status: "created" }>;
  place: { tenant: string; environment: string };
}) {
  const { clientId, clientSecret, baseUrl, name } = credential;
  const env = `ATRIUM_BASE_URL=${baseUrl}\nATRIUM_CLIENT_ID=${clientId}\nATRIUM_CLIENT_SECRET=${clientSecret}`;
  const curl = `curl ${baseUrl}/oauth/token \\\n  -u '${clientId}:${clientSecret}' \\\n  -d grant_type=client_credentials`;
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{name} is ready</h2>
        <p className="mt-1 text-neutral-700 dark:text-neutral-300">
          Copy both values now. The secret is shown this once and kept nowhere.
        </p>
      </div>
      <ShownOnce label="Client id" value={clientId} />
      <ShownOnce label="Client secret" value={clientSecret} />
      <ShownOnce label="As an .env file" value={env} />
      <ShownOnce label="Try it" value={curl} />
      <Link
        href={`/dashboard/${place.tenant}/${place.environment}/credentials`}
        className={primaryButton}
      >
        I have stored it
      </Link>
    </div>
  );
}
