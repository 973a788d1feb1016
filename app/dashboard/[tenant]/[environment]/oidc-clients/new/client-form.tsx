"use client";

import Link from "next/link";
import { useState } from "react";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { useFieldState } from "@/app/dashboard/_parts/form-state-context";
import { Group } from "@/app/dashboard/_parts/group";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { ClientFields, type ClientFieldTexts } from "../_parts/client-fields";
import { createClientAction, type RegistrationState } from "../actions";

interface Props {
  place: { tenant: string; environment: string };
  issuer: string;
  apps: { id: string; name: string }[];
  texts: ClientFieldTexts & { form: FormTexts };
  /** Whether logout tokens may be sent to loopback addresses. */
  takesLoopback: boolean;
}

type FormTexts = Catalog["connections"]["clients"]["new"]["form"];

/** Registration form of a relying party; then shows its credentials, once. */
export function ClientForm({ place, issuer, apps, texts, takesLoopback }: Props) {
  const list = `/dashboard/${place.tenant}/${place.environment}/oidc-clients`;
  return (
    <ActionForm<RegistrationState>
      action={createClientAction}
      submit={texts.form.submit}
      instead={({ made }) =>
        made && <Registered client={made} list={list} issuer={issuer} texts={texts.form} />
      }
      beside={
        <Link href={list} className={quietButton}>
          {texts.form.cancel}
        </Link>
      }
    >
      <PlaceFields place={place} />
      <TypeAndFields apps={apps} texts={texts} takesLoopback={takesLoopback} />
    </ActionForm>
  );
}

/** The client's type decides which other fields show. */
function TypeAndFields({
  apps,
  texts,
  takesLoopback,
}: Pick<Props, "apps" | "texts" | "takesLoopback">) {
  const { given } = useFieldState("type");
  const [type, setType] = useState<Type>(given === "public" ? "public" : "confidential");
  return (
    <>
      <Group legend={texts.form.type} name="type">
        <div className="mt-2 space-y-1">
          <Choice value="confidential" type={type} choose={setType}>
            {texts.form.confidential}
          </Choice>
          <Choice value="public" type={type} choose={setType}>
            {texts.form.public}
          </Choice>
        </div>
      </Group>
      <ClientFields type={type} apps={apps} texts={texts} takesLoopback={takesLoopback} />
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

interface RegisteredProps {
  client: NonNullable<RegistrationState["made"]>;
  list: string;
  issuer: string;
  texts: FormTexts;
}

function Registered({ client, list, issuer, texts }: RegisteredProps) {
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{filled(texts.done, { name: client.name })}</h2>
        <p className="mt-1">{client.clientSecret ? texts.copySecret : texts.noSecret}</p>
      </div>
      <ShownOnce label={texts.issuer} value={issuer} />
      <ShownOnce label={texts.clientId} value={client.clientId} />
      {client.clientSecret && <ShownOnce label={texts.clientSecret} value={client.clientSecret} />}
      <Link href={`${list}/${client.clientId}`} className={primaryButton}>
        {client.clientSecret ? texts.stored : texts.goOn}
      </Link>
    </div>
  );
}
