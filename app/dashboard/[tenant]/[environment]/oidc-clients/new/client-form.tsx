"use client";

import Link from "next/link";
import { useState } from "react";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { Group } from "@/app/dashboard/_parts/group";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { ClientFields } from "../_parts/client-fields";
import { createClientAction, type RegistrationState } from "../actions";

interface Props {
  place: { tenant: string; environment: string };
  issuer: string;
  apps: { id: string; name: string }[];
}

/** What a relying party needs to be registered; then, once, what it signs in with. */
export function ClientForm({ place, issuer, apps }: Props) {
  const list = `/dashboard/${place.tenant}/${place.environment}/oidc-clients`;
  return (
    <ActionForm<RegistrationState>
      action={createClientAction}
      submit="Register client"
      instead={({ made }) => made && <Registered client={made} list={list} issuer={issuer} />}
      beside={
        <Link href={list} className={quietButton}>
          Cancel
        </Link>
      }
    >
      <PlaceFields place={place} />
      <TypeAndFields apps={apps} />
    </ActionForm>
  );
}

/** What it is decides what else is asked. */
function TypeAndFields({ apps }: Pick<Props, "apps">) {
  const { given } = useFieldState("type");
  const [type, setType] = useState<Type>(given === "public" ? "public" : "confidential");
  return (
    <>
      <Group legend="Type" name="type">
        <div className="mt-2 space-y-1">
          <Choice value="confidential" type={type} choose={setType}>
            Confidential: a server that can keep a secret
          </Choice>
          <Choice value="public" type={type} choose={setType}>
            Public: a browser or native app, PKCE and no secret
          </Choice>
        </div>
      </Group>
      <ClientFields type={type} apps={apps} />
    </>
  );
}

type Type = "confidential" | "public";

function Choice(props: {
  value: Type;
  type: Type;
  choose: (type: Type) => void;
  children: string;
}) {
  const { value, type, choose, children } = props;
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="type"
        value={value}
        checked={type === value}
        onChange={() => choose(value)}
        required
        className="size-4"
      />
      <span>{children}</span>
    </label>
  );
}

function Registered({
  client,
  list,
  issuer,
}: {
  client: NonNullable<RegistrationState["made"]>;
  list: string;
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
      <Link href={`${list}/${client.clientId}`} className={primaryButton}>
        {client.clientSecret ? "I have stored it" : "Go on to the set-up"}
      </Link>
    </div>
  );
}
