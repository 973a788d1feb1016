"use client";

import Link from "next/link";
import { type ReactNode, useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { inputShape, primaryButton, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { type ClientState, createClientAction } from "../actions";

type FormPlace = { tenant: string; environment: string };

/** What a relying party needs to be registered; then, once, what it signs in with. */
export function ClientForm({ place, issuer }: { place: FormPlace; issuer: string }) {
  const [state, action, pending] = useActionState<ClientState, FormData>(createClientAction, {
    status: "editing",
    given: {},
  });
  if (state.status === "created")
    return <Registered client={state} place={place} issuer={issuer} />;
  const { given, problem } = state;
  return (
    <form action={action} className="space-y-6">
      <FormProblem problem={problem} />
      <PlaceFields place={place} />
      <Field id="name" label="Name" hint="Users see it where they are asked for consent.">
        <input
          id="name"
          name="name"
          required
          maxLength={100}
          defaultValue={given.name}
          aria-describedby="name-hint"
          className={inputShape}
        />
      </Field>
      <fieldset>
        <legend className="font-medium">Type</legend>
        <div className="mt-2 space-y-1">
          <Choice
            value="confidential"
            title="Confidential: a server that can keep a secret"
            chosen={given.type !== "public"}
          />
          <Choice
            value="public"
            title="Public: a browser or native app, PKCE and no secret"
            chosen={given.type === "public"}
          />
        </div>
      </fieldset>
      <Field
        id="redirectUris"
        label="Redirect URIs"
        hint="One a line, matched to the letter. https, or http on localhost."
      >
        <textarea
          id="redirectUris"
          name="redirectUris"
          rows={3}
          required
          defaultValue={given.redirectUris}
          aria-describedby="redirectUris-hint"
          className={`${inputShape} py-2 font-mono text-sm`}
        />
      </Field>
      <Field
        id="postLogoutRedirectUris"
        label="Post-logout redirect URIs"
        hint="Where a browser may be sent after signing out. One a line."
      >
        <textarea
          id="postLogoutRedirectUris"
          name="postLogoutRedirectUris"
          rows={2}
          defaultValue={given.postLogoutRedirectUris}
          aria-describedby="postLogoutRedirectUris-hint"
          className={`${inputShape} py-2 font-mono text-sm`}
        />
      </Field>
      <Field
        id="backchannelLogoutUri"
        label="Back-channel logout URI"
        hint="Optional. A public https address that is told when a session ends."
      >
        <input
          id="backchannelLogoutUri"
          name="backchannelLogoutUri"
          type="url"
          defaultValue={given.backchannelLogoutUri}
          aria-describedby="backchannelLogoutUri-hint"
          className={inputShape}
        />
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="firstParty"
          defaultChecked={given.name === undefined || given.firstParty === "on"}
          className="size-4"
        />
        <span>First party: your own app, users are not asked for consent</span>
      </label>
      <div className="flex flex-wrap gap-3">
        <button type="submit" disabled={pending} className={primaryButton}>
          {pending ? "Registering…" : "Register client"}
        </button>
        <Link href="." className={quietButton}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function Field({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint: string;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="mb-2 text-sm text-neutral-600 dark:text-neutral-400">
        {hint}
      </p>
      {children}
    </div>
  );
}

function Choice({ value, title, chosen }: { value: string; title: string; chosen: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="type"
        value={value}
        defaultChecked={chosen}
        required
        className="size-4"
      />
      <span>{title}</span>
    </label>
  );
}

function Registered({
  client,
  place,
  issuer,
}: {
  client: Extract<ClientState, { status: "created" }>;
  place: FormPlace;
  issuer: string;
}) {
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{client.name} is registered</h2>
        <p className="mt-1">
          {client.clientSecret
            ? "Copy the secret now. It is shown this once and kept nowhere."
            : "A public client has no secret; it proves itself with PKCE."}
        </p>
      </div>
      <ShownOnce label="Issuer" value={issuer} />
      <ShownOnce label="Client id" value={client.clientId} />
      {client.clientSecret && <ShownOnce label="Client secret" value={client.clientSecret} />}
      <Link
        href={`/dashboard/${place.tenant}/${place.environment}/oidc-clients`}
        className={primaryButton}
      >
        {client.clientSecret ? "I have stored it" : "Done"}
      </Link>
    </div>
  );
}
